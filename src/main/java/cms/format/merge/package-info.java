/**
 * Compares two versions of a content file, and merges two changes of one file, by entry and field.
 *
 * <p>Owns the definition of one value: changes of different values always merge, and two different changes of one value
 * are a conflict that names it (design 5). Which files differ and where the versions come from is deliberately not
 * here: {@code git} finds them and {@code review} asks.
 */
@NullMarked
package cms.format.merge;

import org.jspecify.annotations.NullMarked;
