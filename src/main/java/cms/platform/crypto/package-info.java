/**
 * Randomness, digests, sealed text and signed tokens.
 *
 * <p>Owns how a secret is made, hashed and sealed. Who holds a secret, and for how long, is deliberately not here: that
 * belongs to the rooms that issue them.
 */
@NullMarked
package cms.platform.crypto;

import org.jspecify.annotations.NullMarked;
