/**
 * Two versions of a content file compared, and two changes of one file brought together, by entry and field.
 *
 * <p>Owns the question what is one value: changes of different values always merge, and two different changes of
 * one value are a conflict that names it (design 5). Which files differ and where the versions come from is
 * deliberately not here: {@code git} finds them and {@code review} asks.
 */
@NullMarked
package cms.format.merge;

import org.jspecify.annotations.NullMarked;
