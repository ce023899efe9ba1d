package cms.agent.model;

import cms.platform.config.Secret;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A server of models.
 *
 * @param provider {@code anthropic} or {@code openai}
 * @param wire the interface of the server; null when the base URL decides
 * @param key null or empty sends none
 * @param isVendor whether the server is the vendor's own, whose limits are known
 */
public record ModelTarget(
        String provider,
        @Nullable ModelApi wire,
        URI base,
        @Nullable Secret key,
        boolean isVendor) {}
