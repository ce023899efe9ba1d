/**
 * Sizes of pictures that are made when somebody asks for them: which may be asked for by whom, made once, and kept while
 * there is room.
 *
 * <p>Owns the tables {@code media_derivatives} and {@code media_signing_keys}, and the objects under
 * {@code media-derived/}. They are no part of a quota or a backup: what is lost is made again.
 */
@NullMarked
package cms.media.derivative;

import org.jspecify.annotations.NullMarked;
