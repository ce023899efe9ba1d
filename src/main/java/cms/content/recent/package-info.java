/**
 * The last snapshots of each project, and how another one is read: by one thread a project, with what it takes of the
 * heap reserved before ({@code platform.heap}), and without holding a lock that readers of cached snapshots need.
 */
@NullMarked
package cms.content.recent;

import org.jspecify.annotations.NullMarked;
