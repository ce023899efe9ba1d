/**
 * Trees and commits as such: what differs, what a change or a merge makes of a tree, who descends from whom.
 *
 * <p>Owns the names that Git and this service allow and the rule that only folders which differ are opened. Files and
 * durability are deliberately not here, nor what becomes of a file that two sides changed: the caller is asked.
 */
@NullMarked
package cms.git.graph;

import org.jspecify.annotations.NullMarked;
