/**
 * Computations, on threads of their own, so that requests that wait for disks and other services keep their processors;
 * and waits without a place: for a turn, or for work that another caller does already.
 *
 * <p>Owns how much of it runs and waits, and the order of turns. What is computed belongs to the rooms.
 */
@NullMarked
package cms.platform.compute;

import org.jspecify.annotations.NullMarked;
