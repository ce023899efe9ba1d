/**
 * Receiving a webhook of the remote host: its signature, its members, and whether it is a repeat.
 *
 * <p>Owns the check of signatures. The effect of a webhook is deliberately not here.
 */
@NullMarked
package cms.githost.webhook;

import org.jspecify.annotations.NullMarked;
