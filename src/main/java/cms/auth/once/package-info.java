/**
 * Secrets that work once, and mails that carry them, counted by mailbox.
 *
 * <p>Owns that a code is stored as a hash only, lives for a short time and is redeemed by at most one request.
 * What a code stands for is deliberately not here: its issuer puts it in and takes it out.
 */
@NullMarked
package cms.auth.once;

import org.jspecify.annotations.NullMarked;
