/**
 * A repository whose truth is on a remote host: when to look there, what a push came to, what follows from an outage.
 *
 * <p>It alone decides whether a write counts that was cut off on its way to the host. The protocol is in
 * {@code git.remote}; objects and refs on the disk are in {@code git.disk}.
 */
@NullMarked
package cms.git.mirror;

import org.jspecify.annotations.NullMarked;
