/**
 * Markdown to HTML that is safe to put into a page: renders, and checks the result.
 *
 * <p>Owns which elements, attributes and schemes reach a page. The number of marks that a text may hold is deliberately
 * not here, nor is its source.
 */
@NullMarked
package cms.format.html;

import org.jspecify.annotations.NullMarked;
