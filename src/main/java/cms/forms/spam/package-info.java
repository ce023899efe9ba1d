/**
 * Recognises spam. Pure.
 *
 * <p>Owns the rules, which are local and transparent: each has a name that the decision names. What happens to spam is
 * deliberately not here ({@code forms}).
 */
@NullMarked
package cms.forms.spam;

import org.jspecify.annotations.NullMarked;
