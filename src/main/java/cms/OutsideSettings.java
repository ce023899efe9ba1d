package cms;

import cms.platform.config.Secret;
import cms.platform.config.SettingReader;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the service may call, and with what.
 *
 * @param privateAddressesAllowed private addresses that a URL from outside may reach all the same
 * @param trustedCertificates a PEM file of further authorities for outgoing TLS
 * @param smtpUrl the mail server; null shows mail at {@code /outbox}
 */
record OutsideSettings(
        List<InetSocketAddress> privateAddressesAllowed,
        @Nullable Path trustedCertificates,
        Models models,
        Captcha captcha,
        @Nullable Secret smtpUrl) {
    /**
     * Language models; without a key the agent has only the keys that workspaces bring along.
     *
     * @param provider {@code anthropic} or {@code openai}
     */
    public record Models(
            String provider,
            @Nullable Secret anthropicKey,
            URI anthropicUrl,
            @Nullable Secret openaiKey,
            URI openaiUrl) {}

    /** @param secret null means that no form can ask for a captcha */
    public record Captcha(@Nullable Secret secret, URI verifyUrl) {}

    static OutsideSettings read(SettingReader reader) {
        return new OutsideSettings(
                reader.socketAddresses("CMS_ALLOW_PRIVATE_ADDRESSES"),
                reader.certificates("CMS_TRUSTED_CERTIFICATES"),
                models(reader),
                new Captcha(
                        reader.secret("CMS_TURNSTILE_SECRET"),
                        reader.webUrl(
                                "CMS_TURNSTILE_VERIFY_URL",
                                "https://challenges.cloudflare.com/turnstile/v0/siteverify")),
                reader.serverUrl("CMS_SMTP_URL", "smtp://user:password@mail.example.org:587", "smtp", "smtps"));
    }

    private static Models models(SettingReader reader) {
        String provider = reader.choiceOrNull("CMS_AI_PROVIDER", "anthropic", "openai");
        Secret anthropicKey = reader.secret("CMS_ANTHROPIC_API_KEY");
        URI anthropicUrl = reader.webUrl("CMS_ANTHROPIC_BASE_URL", "https://api.anthropic.com");
        Secret openaiKey = reader.secret("CMS_OPENAI_API_KEY");
        URI openaiUrl = reader.webUrl("CMS_OPENAI_BASE_URL", "https://api.openai.com/v1");
        boolean onlyOpenai = anthropicKey == null && (openaiKey != null || reader.isGiven("CMS_OPENAI_BASE_URL"));
        String chosen = provider == null ? (onlyOpenai ? "openai" : "anthropic") : provider;
        return new Models(chosen, anthropicKey, anthropicUrl, openaiKey, openaiUrl);
    }
}
