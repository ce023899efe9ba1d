/**
 * Lets other programs work on a project over the Model Context Protocol: keys, connected apps, and the endpoint itself.
 *
 * <p>Owns in which order a call is let in, what a key may call, and the log of calls. What a tool does to content is
 * deliberately not here: the verbs of {@code content}, {@code review} and {@code media} do it, within the rights that
 * {@code project} gives the caller.
 */
@NullMarked
package cms.mcp;

import org.jspecify.annotations.NullMarked;
