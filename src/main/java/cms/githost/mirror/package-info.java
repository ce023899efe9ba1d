/**
 * The copies that this instance keeps of repositories at a remote host, one each in the data folder.
 *
 * <p>It alone decides when such a copy may be read for the first time, and which signals a push sends to other
 * instances. How a copy follows its host is in {@code git}; access to the host is in {@code githost.remote}.
 */
@NullMarked
package cms.githost.mirror;

import org.jspecify.annotations.NullMarked;
