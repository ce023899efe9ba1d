/**
 * Counts reads in memory: reads of an hour, bytes of a month, and both day by day.
 *
 * <p>Owns the counting. Who reads, and what happens at a limit, is decided where reads are answered.
 */
@NullMarked
package cms.delivery.count;

import org.jspecify.annotations.NullMarked;
