/**
 * Notifies other services of events in a project: receivers, deliveries, retries, signatures (spec 4.15, 6.3).
 *
 * <p>Owns that every event of a committed fact arrives at least once, or is visibly failed. The facts are deliberately
 * not here: other rooms announce them.
 */
@NullMarked
package cms.webhooks;

import org.jspecify.annotations.NullMarked;
