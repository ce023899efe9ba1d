/**
 * The rules of HTTP that a read needs, as pure functions: codings, ranges, ids.
 *
 * <p>Owns the meaning of request headers. The right to read and the choice of bytes are deliberately not here.
 */
@NullMarked
package cms.delivery.wire;

import org.jspecify.annotations.NullMarked;
