/**
 * The snapshots that are cached of each project, and the room that they take of the heap.
 *
 * <p>Owns that whatever reads the content of a whole commit holds room while it does, and that what is cached goes when
 * others need it. What a snapshot is, and what is made of it, is elsewhere.
 */
@NullMarked
package cms.content.recent;

import org.jspecify.annotations.NullMarked;
