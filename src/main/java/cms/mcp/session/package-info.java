/**
 * The sessions of the Model Context Protocol that clients have ended, for all instances.
 *
 * <p>Owns how long an ended session is remembered: until it would have expired. What a session is, and which requests
 * have one, is deliberately not here ({@code mcp.protocol}).
 */
@NullMarked
package cms.mcp.session;

import org.jspecify.annotations.NullMarked;
