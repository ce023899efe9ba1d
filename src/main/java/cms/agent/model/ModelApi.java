package cms.agent.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The published interfaces of language models. */
public enum ModelApi {
    /** Anthropic Messages. */
    MESSAGES,
    /** OpenAI Responses. */
    RESPONSES,
    /** OpenAI Chat Completions, which nearly every other server supports as well. */
    CHAT;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ModelApi> of(String key) {
        return Arrays.stream(values()).filter(wire -> wire.key().equals(key)).findFirst();
    }
}
