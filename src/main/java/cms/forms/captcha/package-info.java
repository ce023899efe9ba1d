/**
 * Asks a provider whether a visitor is a person.
 *
 * <p>Owns the rule that any failure of that means no. Whether a form asks at all is deliberately not here
 * ({@code forms}).
 */
@NullMarked
package cms.forms.captcha;

import org.jspecify.annotations.NullMarked;
