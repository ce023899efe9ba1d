/**
 * What review reads in files: the models of a merge, whose files a change touches, and how two versions look side by
 * side.
 *
 * <p>Owns how content is merged and compared file by file on behalf of review. Deliberately not here: branches,
 * commits that move, and people; those belong to the room itself.
 */
@NullMarked
package cms.review.files;

import org.jspecify.annotations.NullMarked;
