/**
 * Outgoing HTTP: pools by purpose, for addresses that the settings name, for models, for addresses that somebody outside
 * wrote, and for deliveries to webhooks.
 *
 * <p>Owns which addresses may be reached: a foreign URL never leads into a private network, and a connection goes
 * to exactly the address that was checked. Retries, signatures and what is sent are deliberately not here.
 */
@NullMarked
package cms.platform.net;

import org.jspecify.annotations.NullMarked;
