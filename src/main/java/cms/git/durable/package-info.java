/**
 * Files that are on the disk when a call returns, and the threads that wait for the disk.
 *
 * <p>Owns how a file is created, synced and renamed. Deliberately not here: which files a repository has.
 */
@NullMarked
package cms.git.durable;

import org.jspecify.annotations.NullMarked;
