/**
 * Keys that programs send in place of a person's session: made once, stored as hashes, checked from memory.
 *
 * <p>Owns that the plain text of a key leaves the service exactly once and that a revoked key is refused at once. The
 * rights of a key beyond its scopes are deliberately not here: the rooms that accept it decide.
 */
@NullMarked
package cms.apikeys;

import org.jspecify.annotations.NullMarked;
