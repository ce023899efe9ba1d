/**
 * What is counted about reads, in memory: how often in an hour, how many bytes in a month, what of it day by day.
 *
 * <p>Whose reads these are, and what happens at a limit, is decided where they are answered.
 */
@NullMarked
package cms.delivery.count;

import org.jspecify.annotations.NullMarked;
