/**
 * From an uploaded picture to the small one that a profile shows.
 *
 * <p>Owns which of the pictures that {@code platform.pictures} decodes are taken, and what they become. Where the result is
 * kept is deliberately not here.
 */
@NullMarked
package cms.auth.picture;

import org.jspecify.annotations.NullMarked;
