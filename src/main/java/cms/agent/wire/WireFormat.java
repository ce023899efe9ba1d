package cms.agent.wire;

import cms.agent.model.CompletionRequest;
import cms.agent.model.ModelApi;
import java.net.URI;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The format of one wire: writes requests and reads the events of replies. */
interface WireFormat {
    ModelApi wire();

    URI url(URI base);

    /**
     * The headers that carry the key: by default a bearer token, as servers of OpenAI's format take it; none for a
     * server without a key.
     */
    default Map<String, String> headers(String key) {
        return key.isEmpty() ? Map.of() : Map.of("Authorization", "Bearer " + key);
    }

    /** @param isVendor whether the server is the vendor's own, which supports every member */
    ObjectNode body(CompletionRequest request, boolean isVendor);

    /**
     * Adds one event to the draft of the reply.
     *
     * @return whether it was the last event
     */
    boolean take(JsonNode event, ReplyDraft draft);

    /**
     * The URL of a path below a base; {@code /v1} is never doubled.
     *
     * @param always whether {@code /v1} is inserted for every base, or only for one without a path
     */
    static URI below(URI base, boolean always, String path) {
        String text = base.toString().replaceAll("/+$", "");
        String own = base.getPath() == null ? "" : base.getPath().replaceAll("/+$", "");
        boolean adds = own.isEmpty() || always && !own.endsWith("/v1");
        return URI.create(text + (adds ? "/v1" : "") + path);
    }
}
