/**
 * The authorization server of remote tools (OAuth 2.1): a person lets an app work on one project, and takes that back.
 *
 * <p>Owns clients, the consent page, codes, tokens and grants. What a token lets an app call is deliberately not here:
 * {@code mcp} asks at every call what the person may do.
 */
@NullMarked
package cms.mcp.apps;

import org.jspecify.annotations.NullMarked;
