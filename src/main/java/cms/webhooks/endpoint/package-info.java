/**
 * Receivers of events: their subscriptions, their secrets, and whether they answer.
 *
 * <p>Owns the rules for receivers and when a failing one is switched off. The content of events is deliberately not
 * here.
 */
@NullMarked
package cms.webhooks.endpoint;

import org.jspecify.annotations.NullMarked;
