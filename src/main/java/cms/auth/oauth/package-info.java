/**
 * OAuth towards a GitHub-shaped host, and what all of OAuth writes alike.
 *
 * <p>Owns how the host's answers are read: which account came back, which of its addresses is proven, and the token
 * with which this service acts there for the person. Repositories are deliberately not here.
 */
@NullMarked
package cms.auth.oauth;

import org.jspecify.annotations.NullMarked;
