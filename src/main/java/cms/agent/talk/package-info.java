/**
 * The parts of a request to a model: the constant beginning, the history, the present state.
 *
 * <p>Owns that a request begins with the request before it, and that no history is refused for a call without its
 * answer. The transport is deliberately not here.
 */
@NullMarked
package cms.agent.talk;

import org.jspecify.annotations.NullMarked;
