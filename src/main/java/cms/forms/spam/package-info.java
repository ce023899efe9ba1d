/** Transparent local rules that recognise spam, each with a name. Pure. */
@NullMarked
package cms.forms.spam;

import org.jspecify.annotations.NullMarked;
