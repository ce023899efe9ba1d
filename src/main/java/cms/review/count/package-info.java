/**
 * Measures how long writes of content take, for the metrics of the service.
 *
 * <p>Owns the definition of a save and of a landing. Making such writes is deliberately not here.
 */
@NullMarked
package cms.review.count;

import org.jspecify.annotations.NullMarked;
