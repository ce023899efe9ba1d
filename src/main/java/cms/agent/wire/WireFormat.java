package cms.agent.wire;

import cms.agent.model.CompletionRequest;
import cms.agent.model.ModelApi;
import java.net.URI;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** How one wire writes a request and reads what comes back. */
interface WireFormat {
    ModelApi wire();

    URI url(URI base);

    /** What carries the key; for servers of the shape of OpenAI a bearer token, for a server without a key nothing. */
    default Map<String, String> headers(String key) {
        return key.isEmpty() ? Map.of() : Map.of("Authorization", "Bearer " + key);
    }

    /** @param isVendor whether the server is the vendor's own, which knows every member */
    ObjectNode body(CompletionRequest request, boolean isVendor);

    /**
     * Takes one event into the draft.
     *
     * @return whether it was the last
     */
    boolean take(JsonNode event, ReplyDraft draft);

    /**
     * A path below a base. {@code /v1} is never doubled.
     *
     * @param always whether it is put in front of the path below every base, or only below one without a path
     */
    static URI below(URI base, boolean always, String path) {
        String text = base.toString().replaceAll("/+$", "");
        String own = base.getPath() == null ? "" : base.getPath().replaceAll("/+$", "");
        boolean adds = own.isEmpty() || always && !own.endsWith("/v1");
        return URI.create(text + (adds ? "/v1" : "") + path);
    }
}
