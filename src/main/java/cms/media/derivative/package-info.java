/**
 * Sizes of pictures that are made on request: who may ask for which, made once, and cached.
 *
 * <p>Owns the tables {@code media_derivatives} and {@code media_signing_keys}, and the objects under
 * {@code media-derived/}. They are not part of a quota or a backup, because they can be made again. The sizes that are
 * stored are deliberately not here ({@code media.variant}).
 */
@NullMarked
package cms.media.derivative;

import org.jspecify.annotations.NullMarked;
