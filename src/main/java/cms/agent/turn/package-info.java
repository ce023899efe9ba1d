/**
 * Turns: from what somebody asks to the last event.
 *
 * <p>Owns that a turn is counted once, ends once, and can be read by a client that comes back. What a tool does and
 * how a model is reached is deliberately not here.
 */
@NullMarked
package cms.agent.turn;

import org.jspecify.annotations.NullMarked;
