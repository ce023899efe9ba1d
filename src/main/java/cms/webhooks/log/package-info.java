/**
 * All deliveries: the queue of waiting ones and the log of all.
 *
 * <p>Owns the order of deliveries to a receiver. Sending is deliberately not here.
 */
@NullMarked
package cms.webhooks.log;

import org.jspecify.annotations.NullMarked;
