/**
 * The test kit: the whole service, a cast of people, clients for HTTP and Git, a clock that obeys.
 *
 * <p>Everything here goes through public doors; nothing reaches into a room.
 */
@NullMarked
package cms.testing;

import org.jspecify.annotations.NullMarked;
