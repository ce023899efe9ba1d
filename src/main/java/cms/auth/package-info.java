/**
 * Authentication: users, sign-in by a provider, sessions, command-line tokens, profile.
 *
 * <p>Owns that a session is only ever issued for a code that this service asked for, and that it ends everywhere when
 * its family is revoked. The rights of the caller are deliberately not here: {@code workspace} and {@code project} have
 * them.
 */
@NullMarked
package cms.auth;

import org.jspecify.annotations.NullMarked;
