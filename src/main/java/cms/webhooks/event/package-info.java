/**
 * Turns announcements into events for receivers, in the transaction of the fact.
 *
 * <p>Owns the content of each event (spec 6.3). Sending is deliberately not here.
 */
@NullMarked
package cms.webhooks.event;

import org.jspecify.annotations.NullMarked;
