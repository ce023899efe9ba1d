/**
 * How a write of content travels: what a caller sends, how it is handed to review, and what is answered.
 *
 * <p>Owns the rule that a write which is only tried out stores nothing and is answered like any other. What a write
 * does to content is deliberately not here.
 */
@NullMarked
package cms.content.write;

import org.jspecify.annotations.NullMarked;
