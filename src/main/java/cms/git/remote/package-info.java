/**
 * Git's smart HTTP protocol seen from the client: look at the branches of a remote repository, fetch, push.
 *
 * <p>It alone knows the wire: that a push is one request, when the outcome of one is unknown, and which answer of the
 * other side means what. When to look, fetch or push, and what becomes of local refs, is decided in {@code git}.
 */
@NullMarked
package cms.git.remote;

import org.jspecify.annotations.NullMarked;
