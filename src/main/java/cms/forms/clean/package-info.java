/** Strips from texts of visitors everything that a page might execute. Pure. */
@NullMarked
package cms.forms.clean;

import org.jspecify.annotations.NullMarked;
