/**
 * The cache of the last snapshots of each project, and the reading of others.
 *
 * <p>Owns the rule that one snapshot of a project is read at a time, with its heap reserved before
 * ({@code platform.heap}) and without a lock that readers of cached snapshots need. What a snapshot is, is deliberately
 * not here ({@code content.snapshot}).
 */
@NullMarked
package cms.content.recent;

import org.jspecify.annotations.NullMarked;
