/**
 * The remote tools of media.
 *
 * <p>They call {@code media}, and exist only where it is on. Who may call them is deliberately not here.
 */
@NullMarked
package cms.mcp.assets;

import org.jspecify.annotations.NullMarked;
