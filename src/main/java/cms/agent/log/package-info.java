/**
 * The rows of conversations, and the events of a turn while it runs.
 *
 * <p>Owns that events sent to a client can be sent again. What runs in a turn is deliberately not here.
 */
@NullMarked
package cms.agent.log;

import org.jspecify.annotations.NullMarked;
