/**
 * The last snapshots of each project, and how another one is read: by one thread a project, with what it takes of the heap
 * reserved before ({@code platform.heap}), and without a lock that anybody needs who wants one that is there.
 */
@NullMarked
package cms.content.recent;

import org.jspecify.annotations.NullMarked;
