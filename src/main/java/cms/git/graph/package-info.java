/**
 * Trees and commits: comparing, changing and merging trees, and ancestry of commits.
 *
 * <p>Owns the names that Git and this service allow and the rule that only folders which differ are opened. Files and
 * durability are deliberately not here, nor the merge of a file that two sides changed: the caller decides it.
 */
@NullMarked
package cms.git.graph;

import org.jspecify.annotations.NullMarked;
