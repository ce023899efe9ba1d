/**
 * Object store: bytes by key, in a folder or in a bucket of an S3-compatible store.
 *
 * <p>Owns that an object is whole or absent and that an acknowledged one is durable. The meaning of the bytes is
 * deliberately not here.
 */
@NullMarked
package cms.platform.objects;

import org.jspecify.annotations.NullMarked;
