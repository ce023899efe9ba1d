/**
 * How often something may happen.
 *
 * <p>Owns the sliding window. Which limit applies to whom is deliberately not here: rooms name their numbers.
 */
@NullMarked
package cms.platform.limits;

import org.jspecify.annotations.NullMarked;
