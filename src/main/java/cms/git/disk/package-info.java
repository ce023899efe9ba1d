/**
 * How objects and refs lie on the disk, how they get there, and the one writer of each repository.
 *
 * <p>Owns the order in which files are written, synced and renamed, and the promise that nobody is answered before
 * the disk has everything. What a write does is deliberately not here: it comes as a function.
 */
@NullMarked
package cms.git.disk;

import org.jspecify.annotations.NullMarked;
