/**
 * Reads, merges and compares files of content for review: the models of a merge, the models that a change touches, and
 * two versions side by side.
 *
 * <p>Owns how content is merged and compared file by file on behalf of review. Deliberately not here: branches, commits
 * that move, and people; those belong to the room itself.
 */
@NullMarked
package cms.review.files;

import org.jspecify.annotations.NullMarked;
