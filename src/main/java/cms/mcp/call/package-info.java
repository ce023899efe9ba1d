/**
 * A call of a remote tool: its arguments, what it works with, what it answers, and how it is refused so that a model can
 * mend it.
 */
@NullMarked
package cms.mcp.call;

import org.jspecify.annotations.NullMarked;
