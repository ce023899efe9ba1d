/**
 * The copies that this instance keeps of repositories on a remote host, one each under the data folder.
 *
 * <p>It alone decides when such a copy may be read for the first time, and what another instance hears of a push. How
 * a copy follows its host is in {@code git}; whom the host lets in is in {@code githost.remote}.
 */
@NullMarked
package cms.githost.mirror;

import org.jspecify.annotations.NullMarked;
