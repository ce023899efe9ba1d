/**
 * Rate limiting.
 *
 * <p>Owns the sliding window, and the table of all limits ({@code Limits}, {@code ChosenLimits}) with the product's
 * words in it, so that they are seen together. Which limit applies to which caller is deliberately not here: rooms ask.
 */
@NullMarked
package cms.platform.limits;

import org.jspecify.annotations.NullMarked;
