/**
 * The Model Context Protocol as a server: messages, revisions, sessions and streams over one URL.
 *
 * <p>Owns what a revision demands of a request and of its answer. A request belongs to one of two eras: those with
 * sessions (2025-03-26 to 2025-11-25) and the one without (2026-07-28). What the tools are and who may call them is
 * deliberately not here: a {@code Toolbox} says so.
 */
@NullMarked
package cms.mcp.protocol;

import org.jspecify.annotations.NullMarked;
