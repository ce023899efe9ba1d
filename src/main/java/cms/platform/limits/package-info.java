/**
 * Rate limiting.
 *
 * <p>Owns the sliding window. Which limit applies to which caller is deliberately not here: rooms choose their limits.
 */
@NullMarked
package cms.platform.limits;

import org.jspecify.annotations.NullMarked;
