/**
 * Reading and writing JSON from and for the outside.
 *
 * <p>Owns the one mapper and its limits: duplicate members, trailing text, absurd depth and absurd numbers are refused.
 * The canonical form of content files is deliberately not here: it belongs to {@code format}.
 */
@NullMarked
package cms.platform.json;

import org.jspecify.annotations.NullMarked;
