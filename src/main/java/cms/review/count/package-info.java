/**
 * Measures how long writes of content take, for the metrics of the service.
 *
 * <p>Owns what counts as a save and what as a landing. What such a write does is deliberately not here.
 */
@NullMarked
package cms.review.count;

import org.jspecify.annotations.NullMarked;
