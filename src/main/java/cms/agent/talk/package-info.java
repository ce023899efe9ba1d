/**
 * What a model is sent: the unchanging beginning, the history, the state of the moment.
 *
 * <p>Owns that a request begins with the request before it, and that no history is refused for a call without its answer. How
 * it travels is deliberately not here.
 */
@NullMarked
package cms.agent.talk;

import org.jspecify.annotations.NullMarked;
