/**
 * The changes that the commits of a repository record: by whom, when, through what, and which values.
 *
 * <p>Owns how the last paragraph of a commit message is written and read. Deliberately not here: making commits, and
 * who may see which; that belongs to the room itself.
 */
@NullMarked
package cms.review.history;

import org.jspecify.annotations.NullMarked;
