/**
 * Makes values of what visitors send: texts of HTML forms become those of their fields, and lose everything that a page
 * might execute. Pure.
 */
@NullMarked
package cms.forms.clean;

import org.jspecify.annotations.NullMarked;
