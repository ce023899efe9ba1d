/** Asks a provider whether a visitor is a person; any failure of that means no. */
@NullMarked
package cms.forms.captcha;

import org.jspecify.annotations.NullMarked;
