/**
 * JGit's server side of the protocol over HTTP: errors of fetches and pushes, and the memory of packs.
 *
 * <p>Owns the rule that a request that is not Git is the client's mistake (4xx) and everything else ours. Who may fetch
 * or push, and what a push does to refs, is deliberately not here.
 */
@NullMarked
package cms.git.protocol;

import org.jspecify.annotations.NullMarked;
