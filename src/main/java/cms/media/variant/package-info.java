/**
 * Which sizes of a picture are kept: presets and maps of names to sizes, and the pictures that they ask for.
 *
 * <p>Owns the words of a map ({@code width}, {@code fit}, ...). What a plan allows of them is decided by {@code media}.
 */
@NullMarked
package cms.media.variant;

import org.jspecify.annotations.NullMarked;
