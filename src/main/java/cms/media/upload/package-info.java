/**
 * Uploads that go on where they stopped: tus 1.0 with creation, checksum, expiration and termination (tus.io).
 *
 * <p>Owns the tables {@code media_uploads} and {@code media_upload_parts}, and the objects under {@code media-parts/}. What
 * was acknowledged is durable and known to every instance; what becomes of the whole is the room's.
 */
@NullMarked
package cms.media.upload;

import org.jspecify.annotations.NullMarked;
