/**
 * Converts an uploaded picture to the small one of a profile.
 *
 * <p>Owns which of the pictures that {@code platform.pictures} decodes are accepted, and the result. Where the result
 * is stored is deliberately not here.
 */
@NullMarked
package cms.auth.picture;

import org.jspecify.annotations.NullMarked;
