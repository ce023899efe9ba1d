/** A call of a remote tool: its arguments, its context, its reply, and errors that a model can correct. */
@NullMarked
package cms.mcp.call;

import org.jspecify.annotations.NullMarked;
