/**
 * Remote tools: other programs work on a project over the Model Context Protocol, with keys or as connected apps.
 *
 * <p>Owns the order of checks of a call, the tools of a key, and the log of calls. The effect of a tool on content is
 * deliberately not here: {@code content}, {@code review} and {@code media} carry it out, within the rights that
 * {@code project} gives the caller.
 */
@NullMarked
package cms.mcp;

import org.jspecify.annotations.NullMarked;
