/**
 * Request bodies and answers that wait for their clients: their timeouts, and the memory and disk that each caller may
 * take up with them.
 *
 * <p>Owns the shares and the timeouts. Which bodies a route accepts is not here.
 */
@NullMarked
package cms.platform.http.body;

import org.jspecify.annotations.NullMarked;
