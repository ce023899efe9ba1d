/**
 * The remote tools of content and models.
 *
 * <p>Owns that a program which sees only a reply can correct its call: the problem of each argument, the expected value
 * and the next call. Tools call {@code content}; HTTP, keys and counting are deliberately not here.
 */
@NullMarked
package cms.mcp.tools;

import org.jspecify.annotations.NullMarked;
