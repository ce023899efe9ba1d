/**
 * Who is calling: users, sign-in by a provider, sessions, command-line tokens, profile.
 *
 * <p>Owns that a session is only ever issued for a code that this service asked for, and that it ends
 * everywhere when its family is revoked. What the caller may do is deliberately not here: {@code workspace} and
 * {@code project} answer that.
 */
@NullMarked
package cms.auth;

import org.jspecify.annotations.NullMarked;
