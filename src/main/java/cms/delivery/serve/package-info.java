/**
 * Delivered files in memory, and the handler that answers a read from them on the thread that reads the socket.
 *
 * <p>Owns the order of the checks of a keyed read (reference 5.5) and every header of its answer. Building files and
 * changing releases are deliberately not here.
 */
@NullMarked
package cms.delivery.serve;

import org.jspecify.annotations.NullMarked;
