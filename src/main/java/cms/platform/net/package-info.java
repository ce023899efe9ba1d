/**
 * Outgoing HTTP: one client for addresses that the settings name, one for addresses that somebody outside wrote.
 *
 * <p>Owns which addresses may be reached: a foreign URL never leads into a private network, and a connection goes
 * to exactly the address that was checked. Retries, signatures and what is sent are deliberately not here.
 */
@NullMarked
package cms.platform.net;

import org.jspecify.annotations.NullMarked;
