/**
 * The agent: people and programs say what they want, and get attributed commits inside their rights (spec 4.9).
 *
 * <p>Owns whose key pays, in which order a request is refused, and that every turn is counted once. What content is valid and
 * what may be written is deliberately not here: tools call the verbs of the rooms that own it.
 */
@NullMarked
package cms.agent;

import org.jspecify.annotations.NullMarked;
