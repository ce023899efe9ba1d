/**
 * One-time codes, and mails that carry them, limited for each mailbox.
 *
 * <p>Owns that a code is stored as a hash only, lives for a short time and is redeemed by at most one request. The
 * meaning of a code's content is deliberately not here: its issuer defines it.
 */
@NullMarked
package cms.auth.once;

import org.jspecify.annotations.NullMarked;
