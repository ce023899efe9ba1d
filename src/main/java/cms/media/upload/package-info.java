/**
 * Resumable uploads: tus 1.0 with creation, checksum, expiration and termination (tus.io).
 *
 * <p>Owns the tables {@code media_uploads} and {@code media_upload_parts}, and the objects under {@code media-parts/}.
 * Acknowledged bytes are durable and known to every instance. What a complete file becomes is deliberately not here.
 */
@NullMarked
package cms.media.upload;

import org.jspecify.annotations.NullMarked;
