/**
 * From what was announced to what receivers are told, in the transaction of the fact.
 *
 * <p>Owns the content of each event (spec 6.3). Who sends it when is deliberately not here.
 */
@NullMarked
package cms.webhooks.event;

import org.jspecify.annotations.NullMarked;
