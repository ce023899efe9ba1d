/**
 * The bodies of requests as they come: how long they are waited for, and how much of memory and disk each caller may take up
 * with them.
 *
 * <p>Owns the shares and the pace. Which body a route takes is not here.
 */
@NullMarked
package cms.platform.http.body;

import org.jspecify.annotations.NullMarked;
