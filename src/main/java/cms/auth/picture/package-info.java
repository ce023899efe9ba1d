/**
 * From an uploaded picture to the small one that a profile shows.
 *
 * <p>Owns which pictures are taken: what the bytes are, whatever the client calls them, and how large they may become
 * when they are decoded. Where the result is kept is deliberately not here.
 */
@NullMarked
package cms.auth.picture;

import org.jspecify.annotations.NullMarked;
