/**
 * The authorization server of remote tools (OAuth 2.1): a person grants an app access to one project, and can end the
 * grant.
 *
 * <p>Owns clients, the consent page, codes, tokens and grants. The rights of a token are deliberately not here:
 * {@code mcp} checks at every call what the person may do.
 */
@NullMarked
package cms.mcp.apps;

import org.jspecify.annotations.NullMarked;
