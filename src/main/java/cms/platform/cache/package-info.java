/**
 * Values that can be made again, kept in memory as long as they are used and light enough.
 *
 * <p>Owns the order in which they leave: strictly by their last use. How large a cache may be is deliberately not here,
 * and caches that may refuse a new value are none of these.
 */
@NullMarked
package cms.platform.cache;

import org.jspecify.annotations.NullMarked;
