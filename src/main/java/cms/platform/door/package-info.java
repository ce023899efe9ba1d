/**
 * Answers from memory on the thread that reads the socket: the interface of front doors, and the two ways to them.
 *
 * <p>Owns the two ways to a front door: through the server's own reader of HTTP, and past it for a plain GET in one
 * piece (decision 48). Anything that needs a database, a disk or a wait is deliberately not here.
 */
@NullMarked
package cms.platform.door;

import org.jspecify.annotations.NullMarked;
