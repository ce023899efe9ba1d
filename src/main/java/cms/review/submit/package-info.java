/**
 * The values that a writer of content hands to {@code review} and gets back: the function over the newest state, the
 * rule by which its result lands, and the outcome.
 *
 * <p>Owns the shape of a stored change in answers. Deliberately not here: who moves branches, and whether a change
 * lands, which {@code review} decides.
 */
@NullMarked
package cms.review.submit;

import org.jspecify.annotations.NullMarked;
