/**
 * Client of Git's smart HTTP protocol: list branches of a remote repository, fetch, push.
 *
 * <p>It alone knows the wire format: that a push is one request, when the outcome of one is unknown, and the meaning of
 * the host's answers. When to fetch or push, and what becomes of local refs, is decided in {@code git}.
 */
@NullMarked
package cms.git.remote;

import org.jspecify.annotations.NullMarked;
