package cms.forms;

import cms.forms.captcha.Turnstile;
import cms.plan.Plans;
import cms.platform.instance.Instance;
import cms.platform.net.WebClient;
import cms.usage.Usage;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The rooms and services that forms use. */
public record FormParts(Instance instance, Plans plans, Usage usage, Captcha captcha, int ratePerMinute) {
    /**
     * The provider of captchas.
     *
     * @param secret null when none is set; no visitor then passes a form with a captcha
     */
    public record Captcha(
            WebClient client,
            URI verifyUrl,
            cms.platform.config.@Nullable Secret secret,
            @Nullable String siteKey) {
        Turnstile turnstile() {
            return new Turnstile(client, verifyUrl, secret, siteKey);
        }
    }
}
