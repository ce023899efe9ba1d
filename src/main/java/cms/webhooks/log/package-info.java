/**
 * Every delivery with what became of it: the queue of what is still to be told, and the log of what was.
 *
 * <p>Owns the order in which a receiver is told. Sending is deliberately not here.
 */
@NullMarked
package cms.webhooks.log;

import org.jspecify.annotations.NullMarked;
