/**
 * Carries deliveries to their receivers, again and again until they answer or their time is over.
 *
 * <p>Owns signatures, the plan of retries, and that one slow receiver delays nobody else. What an event says is
 * deliberately not here.
 */
@NullMarked
package cms.webhooks.send;

import org.jspecify.annotations.NullMarked;
