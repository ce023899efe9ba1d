/**
 * A webhook of the remote host as it comes in: its signature, its members, and whether it came before.
 *
 * <p>Owns what counts as proven. What becomes of a webhook is deliberately not here.
 */
@NullMarked
package cms.githost.webhook;

import org.jspecify.annotations.NullMarked;
