/**
 * Sessions: access tokens, families of refresh tokens, and the sealed cookie that carries both.
 *
 * <p>Owns the lifetimes and the rule that a refresh token is used once. The person is deliberately not here: a family
 * only has a user id.
 */
@NullMarked
package cms.auth.session;

import org.jspecify.annotations.NullMarked;
