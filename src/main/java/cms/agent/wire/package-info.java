/**
 * Talks to language models: the three published interfaces, their streams, retries.
 *
 * <p>Owns that no part of a reply except text and the names of calls is passed on before it was received completely.
 * Messages, tools and the effect of calls are deliberately not here.
 */
@NullMarked
package cms.agent.wire;

import org.jspecify.annotations.NullMarked;
