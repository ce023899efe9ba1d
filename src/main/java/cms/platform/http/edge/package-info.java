/**
 * What is settled about a request before it is looked at: from which address and site it comes, how large it is, and
 * how many are open.
 *
 * <p>Owns the rules that need nothing but headers and bytes. What a request means is deliberately not here.
 */
@NullMarked
package cms.platform.http.edge;

import org.jspecify.annotations.NullMarked;
