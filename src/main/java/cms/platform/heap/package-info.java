/**
 * What everything that comes in may take of the heap: one table of shares, and one pool for what packs, fetches and parsed
 * content hold together.
 *
 * <p>Owns that the hard shares sum to at most four fifths of the heap, and that what is only cached goes before anybody is
 * refused. What a value takes is counted elsewhere ({@code platform.json}).
 */
@NullMarked
package cms.platform.heap;

import org.jspecify.annotations.NullMarked;
