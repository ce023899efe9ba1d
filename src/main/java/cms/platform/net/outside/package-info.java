/**
 * URLs from outside.
 *
 * <p>Owns the one form of them that all parsers read alike. Which of them may be reached is deliberately not here
 * ({@code platform.net}).
 */
@NullMarked
package cms.platform.net.outside;

import org.jspecify.annotations.NullMarked;
