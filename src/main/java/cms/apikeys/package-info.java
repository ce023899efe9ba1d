/**
 * Keys that programs present instead of a person's session: minted once, stored as hashes, checked from memory.
 *
 * <p>Owns that the plain text of a key leaves the service exactly once and that a revoked key is refused at once.
 * What a key of some kind may do beyond its scopes is deliberately not here: the rooms that take it decide.
 */
@NullMarked
package cms.apikeys;

import org.jspecify.annotations.NullMarked;
