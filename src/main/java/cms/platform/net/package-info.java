/**
 * Outgoing HTTP with pools by purpose: for addresses from the settings, for language models, for addresses from
 * outside, and for deliveries to webhooks.
 *
 * <p>Owns which addresses may be reached: a foreign URL never leads into a private network, and a connection goes to
 * exactly the address that was checked. Retries, signatures and contents are deliberately not here.
 */
@NullMarked
package cms.platform.net;

import org.jspecify.annotations.NullMarked;
