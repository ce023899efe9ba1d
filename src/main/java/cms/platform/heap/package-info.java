/**
 * Limits for the heap that incoming data may take: one table of shares, one pool for packs, fetches and parsed content
 * together, and rooms for builds of sites.
 *
 * <p>Owns that the hard shares sum to at most four fifths of the heap, and that cached content is dropped before any
 * work is refused. The size of a parsed value is computed elsewhere ({@code platform.json}).
 */
@NullMarked
package cms.platform.heap;

import org.jspecify.annotations.NullMarked;
