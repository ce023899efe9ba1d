/**
 * Takes from texts of visitors what a page might run. Pure.
 */
@NullMarked
package cms.forms.clean;

import org.jspecify.annotations.NullMarked;
