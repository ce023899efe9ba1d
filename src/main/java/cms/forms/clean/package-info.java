/**
 * Makes values of what visitors send. Pure.
 *
 * <p>Owns how the text of an HTML form becomes the value of a field, and that it loses everything that a page might
 * execute. Whether the value fits the model is deliberately not here ({@code content.check}).
 */
@NullMarked
package cms.forms.clean;

import org.jspecify.annotations.NullMarked;
