/**
 * The bytes of assets: files on their way, what may be fetched from elsewhere, and where bytes lie for good.
 *
 * <p>Owns how many bytes media takes of what. What they are is judged by {@code platform.files}.
 */
@NullMarked
package cms.media.bytes;

import org.jspecify.annotations.NullMarked;
