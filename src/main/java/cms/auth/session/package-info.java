/**
 * How a session is held: access tokens, families of refresh tokens, and the sealed cookie that carries both.
 *
 * <p>Owns the life times and the rule that a refresh token is used once. Who the person is, is deliberately not
 * here: a family only knows a user id.
 */
@NullMarked
package cms.auth.session;

import org.jspecify.annotations.NullMarked;
