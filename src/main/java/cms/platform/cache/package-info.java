/**
 * In-memory caches of values that can be made again, bounded by weight and time of use.
 *
 * <p>Owns the order of removal: strictly by last use. The size of a cache is deliberately not here, nor caches that may
 * refuse a new value.
 */
@NullMarked
package cms.platform.cache;

import org.jspecify.annotations.NullMarked;
