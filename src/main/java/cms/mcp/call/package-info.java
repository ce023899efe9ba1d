/**
 * A call of a remote tool: its arguments, its context and its reply.
 *
 * <p>Owns how an error is told so that a model can correct its call, and the log of calls. What a tool does is
 * deliberately not here ({@code mcp.tools}, {@code mcp.assets}).
 */
@NullMarked
package cms.mcp.call;

import org.jspecify.annotations.NullMarked;
