/**
 * The two plain pages of a sign-in.
 *
 * <p>Owns what a person without the built-in interface sees: the choice of a provider and the way back. It talks
 * to the sign-in routes like any other client; sessions are deliberately not here.
 */
@NullMarked
package cms.auth.page;

import org.jspecify.annotations.NullMarked;
