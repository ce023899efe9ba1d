/**
 * What the commits of a repository say about the changes that they are: who, when, through what, which values.
 *
 * <p>Owns how the last paragraph of a commit message is written and read. Deliberately not here: making commits, and who
 * may see which; that belongs to the room itself.
 */
@NullMarked
package cms.review.history;

import org.jspecify.annotations.NullMarked;
