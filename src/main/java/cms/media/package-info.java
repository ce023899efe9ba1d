/**
 * Assets: pictures, videos and documents that people upload, their variants, and where their bytes lie.
 *
 * <p>Owns that a row never stands without its bytes, that storage is counted exactly, and that what content uses is not
 * deleted unasked. What a file is decides {@code platform.files}; pictures are made by {@code platform.pictures} in
 * processes of their own; sending bytes to websites is deliberately not here, that is {@code delivery}.
 */
@NullMarked
package cms.media;

import org.jspecify.annotations.NullMarked;
