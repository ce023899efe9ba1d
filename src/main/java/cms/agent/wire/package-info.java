/**
 * Talks to language models: the three published interfaces, their streams, retries.
 *
 * <p>Owns that nothing of a reply is given out before it was received whole, but text and the names of calls. What is said,
 * which tools there are and what a call does is deliberately not here.
 */
@NullMarked
package cms.agent.wire;

import org.jspecify.annotations.NullMarked;
