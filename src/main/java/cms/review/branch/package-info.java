/**
 * The {@code cr/*} branches of a repository, with their names and their states.
 *
 * <p>Owns the names of changes, and which of them count as landed. Deliberately not here: moving branches and the right
 * to do so; they belong to the room itself.
 */
@NullMarked
package cms.review.branch;

import org.jspecify.annotations.NullMarked;
