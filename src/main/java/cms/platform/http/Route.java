package cms.platform.http;

import cms.platform.limits.RateLimit;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One mounted route.
 *
 * @param path literal segments and {@code {name}} parameters; a last {@code <name>} takes the rest with slashes
 */
public record Route(Method method, String path, Rules rules, Handler handler) {
    /**
     * What routes of one group have in common.
     *
     * @param ownBytesMax longer request bodies are refused with 413; as the surface says where empty
     * @param perAddress a limit on each client address, checked first
     * @param perCaller a limit on each person or key, counted when everything but the handler has let it in
     * @param crossOrigin which pages of other sites may call; none where empty
     */
    record Rules(
            Surface surface,
            OptionalLong ownBytesMax,
            Optional<RateLimit> perAddress,
            Optional<RateLimit> perCaller,
            Optional<CrossOrigin> crossOrigin) {}

    long bodyBytesMax() {
        return rules.ownBytesMax().orElseGet(() -> surface().bodyBytesMax(path));
    }

    public Surface surface() {
        return rules.surface();
    }

    /** Whether it is answered however much there is to do: what anybody may ask about the service itself (health). */
    boolean isAlwaysAnswered() {
        return surface() == Surface.PUBLIC && method == Method.GET && !path.contains("{") && !path.contains("<");
    }

    /** The HTTP methods that routes use; HEAD and OPTIONS follow from GET. */
    public enum Method {
        GET,
        POST,
        PUT,
        PATCH,
        DELETE
    }
}
