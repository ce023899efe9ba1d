/**
 * What a writer of content hands to {@code review} and gets back: the function over the newest state, how its result is to
 * land, and what became of it. Plain values.
 *
 * <p>Owns the shape of a stored change in answers. Deliberately not here: who moves branches, and whether a change lands,
 * which {@code review} decides.
 */
@NullMarked
package cms.review.submit;

import org.jspecify.annotations.NullMarked;
