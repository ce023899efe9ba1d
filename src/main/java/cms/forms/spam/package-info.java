/**
 * Transparent local rules that tell spam, each with a name. Pure.
 */
@NullMarked
package cms.forms.spam;

import org.jspecify.annotations.NullMarked;
