/**
 * Mirrors of repositories on a remote host: when to look there, the outcome of pushes, and outages.
 *
 * <p>It alone decides whether a write counts that was interrupted on its way to the host. The protocol is in
 * {@code git.remote}; objects and refs on the disk are in {@code git.disk}.
 */
@NullMarked
package cms.git.mirror;

import org.jspecify.annotations.NullMarked;
