/**
 * Tells other services what happened in a project: receivers, deliveries, retries, signatures (spec 4.15, 6.3).
 *
 * <p>Owns that every event of a committed fact arrives at least once, or is visibly failed. What happened is decided by
 * the rooms that announce it, and deliberately not here.
 */
@NullMarked
package cms.webhooks;

import org.jspecify.annotations.NullMarked;
