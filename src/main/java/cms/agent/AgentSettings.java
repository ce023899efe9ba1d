package cms.agent;

import cms.agent.desk.Risk;
import cms.agent.model.ModelCatalog;
import cms.platform.config.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The operator's settings of language models.
 *
 * @param provider of the models for callers without a key of their own: {@code anthropic}, {@code openai}, {@code off}
 * @param openaiWire {@code auto}, {@code responses} or {@code chat}
 * @param contextTokens size of the context of a server of the operator
 * @param retryPause pause before the second try of a request to a model; it doubles
 * @param chatPerMinute messages that a person may send in a minute
 */
public record AgentSettings(
        String provider,
        Server anthropic,
        Server openai,
        String openaiWire,
        ModelCatalog catalog,
        int contextTokens,
        int retentionDays,
        Duration retryPause,
        Risk confirm,
        int chatPerMinute) {
    /** @param key null sends none */
    public record Server(URI url, @Nullable Secret key) {
        boolean isVendor(String host) {
            return host.equals(url.getHost());
        }
    }

    /**
     * @param models the operator's file of models; null for the bundled one
     * @param confirm {@code wide}, {@code destructive} or {@code off}
     * @throws cms.platform.failure.Failure when the file of models cannot be read
     */
    public static AgentSettings of(
            String provider,
            Server anthropic,
            Server openai,
            String openaiWire,
            @Nullable Path models,
            int contextTokens,
            int retentionDays,
            Duration retryPause,
            String confirm,
            int chatPerMinute) {
        return new AgentSettings(
                provider,
                anthropic,
                openai,
                openaiWire,
                ModelCatalog.read(models),
                contextTokens,
                retentionDays,
                retryPause,
                Risk.valueOf(confirm.toUpperCase(Locale.ROOT)),
                chatPerMinute);
    }
}
