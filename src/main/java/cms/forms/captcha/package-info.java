/**
 * Asks a provider whether a visitor is a person; whatever goes wrong means no.
 */
@NullMarked
package cms.forms.captcha;

import org.jspecify.annotations.NullMarked;
