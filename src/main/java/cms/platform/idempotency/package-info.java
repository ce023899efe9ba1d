/**
 * A request that is sent twice is carried out once: {@code Idempotency-Key}.
 *
 * <p>Owns what counts as the same request and how long its answer is remembered. Deliberately not here: what a request
 * does; a writer whose write no row can tell of leaves the {@link cms.platform.idempotency.IdempotencyMark} of the
 * request beside what it wrote, and looks for it before writing again.
 */
@NullMarked
package cms.platform.idempotency;

import org.jspecify.annotations.NullMarked;
