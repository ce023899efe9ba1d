/**
 * The {@code cr/*} branches of a repository, as they are called and as they stand.
 *
 * <p>Owns which names changes have and which of them count as landed. Deliberately not here: moving a branch, and who
 * may; that belongs to the room itself.
 */
@NullMarked
package cms.review.branch;

import org.jspecify.annotations.NullMarked;
