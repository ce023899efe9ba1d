/**
 * The Model Context Protocol as a server: messages, revisions, sessions and streams over one URL.
 *
 * <p>Owns the requirements of each revision for requests and answers. A request belongs to one of two eras: those with
 * sessions (2025-03-26 to 2025-11-25) and the one without (2026-07-28). The tools and their callers are deliberately
 * not here: {@code ServerFeatures} has them.
 */
@NullMarked
package cms.mcp.protocol;

import org.jspecify.annotations.NullMarked;
