/**
 * Sends deliveries to their receivers, with retries until they answer or the plan ends.
 *
 * <p>Owns signatures, the plan of retries, and that one slow receiver delays no other. The content of events is
 * deliberately not here.
 */
@NullMarked
package cms.webhooks.send;

import org.jspecify.annotations.NullMarked;
