/**
 * Work that only computes, on threads of its own: requests that wait for disks and other services keep their processors.
 *
 * <p>Owns how much of it runs and waits, and whose turn it is. What is computed belongs to the rooms.
 */
@NullMarked
package cms.platform.compute;

import org.jspecify.annotations.NullMarked;
