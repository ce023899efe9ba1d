/**
 * Reads settings from the environment, checks each of them, and reports everything that is wrong at once.
 *
 * <p>Owns the rules that hold for any setting: unknown names stop the start, a secret may come from a file, and a
 * secret is never printed. Which settings this product has is deliberately not here: the room {@code settings} names
 * them.
 */
@NullMarked
package cms.platform.config;

import org.jspecify.annotations.NullMarked;
