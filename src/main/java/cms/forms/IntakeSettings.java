package cms.forms;

import cms.forms.captcha.Turnstile;
import cms.plan.Plans;
import cms.platform.config.Secret;
import cms.platform.net.WebClient;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The plans, the provider of captchas, and how often an address may send a form that chooses no limit itself. */
public record IntakeSettings(Plans plans, Captcha captcha, int ratePerMinute) {
    /**
     * The provider of captchas.
     *
     * @param secret null when none is set; no visitor then passes a form with a captcha
     */
    public record Captcha(
            WebClient client,
            URI verifyUrl,
            @Nullable Secret secret,
            @Nullable String siteKey) {
        Turnstile turnstile() {
            return new Turnstile(client, verifyUrl, secret, siteKey);
        }
    }
}
