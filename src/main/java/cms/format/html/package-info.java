/**
 * Markdown to HTML that is safe to put into a page: renders, and looks at what came out.
 *
 * <p>Owns which elements, attributes and schemes reach a page. How many marks a text may hold is deliberately not here,
 * and whose text it is.
 */
@NullMarked
package cms.format.html;

import org.jspecify.annotations.NullMarked;
