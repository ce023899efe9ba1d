/**
 * Turns: from a message to the last event.
 *
 * <p>Owns that a turn is counted once, ends once, and can be resumed by a client. Tools and the connection to models
 * are deliberately not here.
 */
@NullMarked
package cms.agent.turn;

import org.jspecify.annotations.NullMarked;
