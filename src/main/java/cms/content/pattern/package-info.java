/**
 * ECMAScript regular expressions without flags, searched for safely.
 *
 * <p>Owns their syntax, their meaning to the last code unit, and the promise that a search ends in bounded time and
 * memory. The use of patterns, and findings about failed searches, are deliberately not here ({@code content.check}).
 *
 * <p>Translating into another engine was the alternative. RE2/J and {@code java.util.regex} both read code points where
 * ECMAScript without flags reads code units, neither has its rules for captures and empty iterations, the first lacks
 * look-around, and the second overflows the stack on long texts.
 */
@NullMarked
package cms.content.pattern;

import org.jspecify.annotations.NullMarked;
