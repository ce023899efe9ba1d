/**
 * Idempotent requests: one that is sent twice with the same {@code Idempotency-Key} is carried out once.
 *
 * <p>Owns what counts as the same request and how long its answer is stored. Deliberately not here: the work of a
 * request; a writer whose write is not recorded in a row leaves the {@link cms.platform.idempotency.IdempotencyMark} of
 * the request beside it, and looks for it before writing again.
 */
@NullMarked
package cms.platform.idempotency;

import org.jspecify.annotations.NullMarked;
