/**
 * Keeps the last snapshots of each project, and reads others: one at a time for each project, with its heap reserved
 * before ({@code platform.heap}), and without holding a lock that readers of cached snapshots need.
 */
@NullMarked
package cms.content.recent;

import org.jspecify.annotations.NullMarked;
