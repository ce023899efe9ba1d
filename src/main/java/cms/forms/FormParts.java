package cms.forms;

import cms.forms.captcha.Turnstile;
import cms.plan.Plans;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.jobs.Jobs;
import cms.platform.limits.RateLimiter;
import cms.platform.mail.Mailer;
import cms.platform.net.WebClient;
import cms.usage.Usage;
import java.net.URI;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** What forms stand on. */
public record FormParts(
        Database database,
        Announcements announcements,
        Jobs jobs,
        RateLimiter limiter,
        Mailer mailer,
        Plans plans,
        Usage usage,
        Captcha captcha,
        int ratePerMinute,
        InstantSource clock) {
    /**
     * The provider of captchas.
     *
     * @param secret null lets nobody pass a form that asks for one
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
