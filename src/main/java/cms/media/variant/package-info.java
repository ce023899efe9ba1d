/**
 * The sizes of a picture that are stored: presets and maps of names to sizes, and the pictures that they ask for.
 *
 * <p>Owns the members of a map ({@code width}, {@code fit}, ...). {@code media} checks them against the plan.
 */
@NullMarked
package cms.media.variant;

import org.jspecify.annotations.NullMarked;
