/**
 * Where JGit's server side of the protocol and HTTP meet: what becomes of a fetch or push that goes wrong, and what a pack
 * may become in memory.
 *
 * <p>Owns the rule that a request that is not Git is the client's mistake (4xx) and everything else ours. Who may
 * fetch or push, and what a push does to refs, is deliberately not here.
 */
@NullMarked
package cms.git.protocol;

import org.jspecify.annotations.NullMarked;
