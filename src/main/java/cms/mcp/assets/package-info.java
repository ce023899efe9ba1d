/**
 * The remote tools of media.
 *
 * <p>Owns what of an asset a model is shown, in how many characters. They call {@code media}, and exist only where it
 * is on. Who may call them is deliberately not here.
 */
@NullMarked
package cms.mcp.assets;

import org.jspecify.annotations.NullMarked;
