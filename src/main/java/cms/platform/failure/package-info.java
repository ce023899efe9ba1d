/**
 * What can go wrong, said so that the caller can act on it.
 *
 * <p>Owns the only exception that rooms throw on purpose and the closed list of its kinds. HTTP status
 * codes are deliberately not here: {@code platform.http} holds the one table that maps a kind to a status.
 */
@NullMarked
package cms.platform.failure;

import org.jspecify.annotations.NullMarked;
