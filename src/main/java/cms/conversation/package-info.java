/**
 * The agent over REST, for programs that hold a conversation key (spec 4.10).
 *
 * <p>Owns the rights and limits of such a key, which are read at each call of a tool. How the agent works is
 * deliberately not here.
 */
@NullMarked
package cms.conversation;

import org.jspecify.annotations.NullMarked;
