/**
 * Failures: each has a kind and a sentence that tells the caller what to change.
 *
 * <p>Owns the only exception that rooms throw on purpose, the closed list of its kinds and the rounding of a wait. HTTP
 * status codes are deliberately not here: {@code platform.http} holds the one table that maps a kind to a status.
 */
@NullMarked
package cms.platform.failure;

import org.jspecify.annotations.NullMarked;
