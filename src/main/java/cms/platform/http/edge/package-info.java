/**
 * Checks of a request before a route sees it: the address and site it comes from, its size, and the number of open
 * requests.
 *
 * <p>Owns the rules that need nothing but headers and bytes. What a request means is deliberately not here.
 */
@NullMarked
package cms.platform.http.edge;

import org.jspecify.annotations.NullMarked;
