/**
 * The two plain pages of a sign-in.
 *
 * <p>Owns the pages for a person without the built-in interface: the choice of a provider and the return from it. They
 * call the sign-in routes like any other client; sessions are deliberately not here.
 */
@NullMarked
package cms.auth.page;

import org.jspecify.annotations.NullMarked;
