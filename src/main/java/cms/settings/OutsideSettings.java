package cms.settings;

import cms.platform.config.Secret;
import cms.platform.config.SettingReader;
import cms.platform.mail.SmtpMailer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of outgoing calls, mail and traces.
 *
 * @param privateAddressesAllowed private addresses that a URL from outside may reach all the same
 * @param trustedCertificates a PEM file of further authorities for outgoing TLS
 * @param otlpEndpoint the collector of traces; null for none
 * @param smtpUrl the mail server; null shows mail at {@code /outbox}
 */
public record OutsideSettings(
        List<InetSocketAddress> privateAddressesAllowed,
        @Nullable Path trustedCertificates,
        Models models,
        Captcha captcha,
        MediaOptions media,
        @Nullable URI otlpEndpoint,
        @Nullable Secret smtpUrl) {
    /**
     * Language models; without a key the agent has only the keys that workspaces bring along.
     *
     * @param provider {@code anthropic}, {@code openai}, or {@code off} for no model
     * @param openaiWire which interface an OpenAI-shaped server has: {@code auto}, {@code responses} or {@code chat}
     * @param catalog a file of models in place of the built-in one
     * @param contextTokens the size of the context of a custom server, in tokens
     * @param retentionDays days for which traces of conversations are kept
     * @param retryMilliseconds how long a call of a model that failed waits before its second try
     * @param confirm which tool calls ask a person first: {@code wide}, {@code destructive} or {@code off}
     */
    public record Models(
            String provider,
            @Nullable Secret anthropicKey,
            URI anthropicUrl,
            @Nullable Secret openaiKey,
            URI openaiUrl,
            String openaiWire,
            @Nullable Path catalog,
            int contextTokens,
            int retentionDays,
            int retryMilliseconds,
            String confirm) {}

    /**
     * Pictures and files.
     *
     * @param workers processes that work on pictures
     * @param cacheMegabytes of derivatives that were made on request
     * @param vipsLibrary where libvips lies; null looks in the usual folders
     * @param clamav the virus scanner, {@code host:port}; null for no scanner
     */
    public record MediaOptions(
            int workers,
            int cacheMegabytes,
            @Nullable Path vipsLibrary,
            @Nullable String clamav) {
        private static MediaOptions read(SettingReader reader) {
            int half = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
            return new MediaOptions(
                    reader.positive("CMS_MEDIA_WORKERS", half, 256),
                    reader.positive("CMS_MEDIA_CACHE_MB", 2_048, 1_048_576),
                    reader.file("CMS_VIPS_LIBRARY"),
                    reader.hostAndPort("CMS_CLAMAV_ADDRESS"));
        }
    }

    /**
     * The provider of captchas.
     *
     * @param secret null when none is set; no visitor then passes a form with a captcha
     * @param siteKey the public key by which pages show it
     */
    public record Captcha(
            @Nullable Secret secret,
            URI verifyUrl,
            @Nullable String siteKey) {}

    static OutsideSettings read(SettingReader reader) {
        Secret smtp = reader.serverUrl("CMS_SMTP_URL", "smtp://user:password@mail.example.org:587", "smtp", "smtps");
        if (smtp != null && !SmtpMailer.takes(smtp)) {
            reader.problem("CMS_SMTP_URL may name the sender behind a question mark, and nothing else there:"
                    + " smtp://mail.example.org?from=cms@example.org.");
        }
        return new OutsideSettings(
                reader.socketAddresses("CMS_ALLOW_PRIVATE_ADDRESSES"),
                reader.certificates("CMS_TRUSTED_CERTIFICATES"),
                models(reader),
                new Captcha(
                        reader.secret("CMS_TURNSTILE_SECRET"),
                        reader.webUrl(
                                "CMS_TURNSTILE_VERIFY_URL",
                                "https://challenges.cloudflare.com/turnstile/v0/siteverify"),
                        reader.text("CMS_TURNSTILE_SITE_KEY")),
                MediaOptions.read(reader),
                reader.webUrl("CMS_OTLP_ENDPOINT"),
                smtp);
    }

    private static Models models(SettingReader reader) {
        String provider = reader.choiceOrNull("CMS_AI_PROVIDER", "anthropic", "openai", "off");
        Secret anthropicKey = reader.secret("CMS_ANTHROPIC_API_KEY");
        URI anthropicUrl = reader.webUrl("CMS_ANTHROPIC_BASE_URL", "https://api.anthropic.com");
        Secret openaiKey = reader.secret("CMS_OPENAI_API_KEY");
        URI openaiUrl = reader.webUrl("CMS_OPENAI_BASE_URL", "https://api.openai.com/v1");
        boolean onlyOpenai = anthropicKey == null && (openaiKey != null || reader.isGiven("CMS_OPENAI_BASE_URL"));
        String chosen = provider == null ? (onlyOpenai ? "openai" : "anthropic") : provider;
        return new Models(
                chosen,
                anthropicKey,
                anthropicUrl,
                openaiKey,
                openaiUrl,
                reader.choice("CMS_OPENAI_WIRE", "auto", "auto", "responses", "chat"),
                reader.file("CMS_AI_MODELS"),
                reader.positive("CMS_AI_CONTEXT_TOKENS", 16_384),
                reader.positive("CMS_AI_RETENTION_DAYS", 90, 3_650),
                reader.positive("CMS_AI_RETRY_MILLISECONDS", 500, 60_000),
                reader.choice("CMS_AGENT_CONFIRM", "wide", "wide", "destructive", "off"));
    }
}
