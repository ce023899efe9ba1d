/**
 * The rules of HTTP that a read needs, as pure functions: codings, ranges, ids.
 *
 * <p>Owns what a header of a reader means. Who may read and which bytes are sent is deliberately not here.
 */
@NullMarked
package cms.delivery.wire;

import org.jspecify.annotations.NullMarked;
