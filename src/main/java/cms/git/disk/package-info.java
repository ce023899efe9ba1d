/**
 * Storage of objects and refs on the disk, and the single writer of each repository.
 *
 * <p>Owns the order in which files are written, synced and renamed, and the promise that no write returns before the
 * disk has everything. The content of a write is deliberately not here: it comes as a function.
 */
@NullMarked
package cms.git.disk;

import org.jspecify.annotations.NullMarked;
