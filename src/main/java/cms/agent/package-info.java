/**
 * The agent: people and programs write what they want, and get attributed commits within their rights (spec 4.9).
 *
 * <p>Owns whose key pays, in which order a request is refused, and that every turn is counted once. Whether content is
 * valid and may be written is deliberately not here: tools call the rooms that own these rules.
 */
@NullMarked
package cms.agent;

import org.jspecify.annotations.NullMarked;
