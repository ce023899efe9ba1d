/** URLs from outside, in the one form that all parsers read alike. Which of them may be reached is not decided here. */
@NullMarked
package cms.platform.net.outside;

import org.jspecify.annotations.NullMarked;
