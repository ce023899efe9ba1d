/**
 * OAuth towards a GitHub-shaped host, and the encoding that all of OAuth shares.
 *
 * <p>Owns the reading of the host's answers: the account, its proven address, and the token with which this service
 * acts there for the person. Repositories are deliberately not here.
 */
@NullMarked
package cms.auth.oauth;

import org.jspecify.annotations.NullMarked;
