/**
 * The bytes of assets: files being uploaded, downloads from URLs, and the stored bytes.
 *
 * <p>Owns the limits of media in bytes. {@code platform.files} recognises what the bytes are.
 */
@NullMarked
package cms.media.bytes;

import org.jspecify.annotations.NullMarked;
