/**
 * The rows of conversations, and the events of a turn while it runs.
 *
 * <p>Owns that what was told a client can be told again. What runs in a turn is deliberately not here.
 */
@NullMarked
package cms.agent.log;

import org.jspecify.annotations.NullMarked;
