/**
 * A notice of the remote host as it comes in: its signature, its members, and whether it came before.
 *
 * <p>Owns what counts as proven. What becomes of a notice is deliberately not here.
 */
@NullMarked
package cms.githost.notice;

import org.jspecify.annotations.NullMarked;
