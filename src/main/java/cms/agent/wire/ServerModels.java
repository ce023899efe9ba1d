package cms.agent.wire;

import cms.agent.model.AgentLimits;
import cms.agent.model.CatalogModel;
import cms.agent.model.ModelTarget;
import cms.platform.json.Json;
import cms.platform.net.StreamAnswer;
import cms.platform.net.StreamClient;
import cms.platform.net.WebRequest;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The first model that a server of the operator lists; requested once, and again while it lists none. */
public final class ServerModels {
    private final StreamClient net;
    private final Map<URI, CatalogModel> known = new ConcurrentHashMap<>();

    public ServerModels(StreamClient net) {
        this.net = net;
    }

    /** The model; empty while the server cannot be reached. */
    public Optional<CatalogModel> first(ModelTarget target, int contextTokens) {
        CatalogModel found = known.get(target.base());
        if (found == null) {
            found = ask(target, contextTokens);
            if (found != null) {
                known.put(target.base(), found);
            }
        }
        return Optional.ofNullable(found);
    }

    private @Nullable CatalogModel ask(ModelTarget target, int contextTokens) {
        var key = target.key();
        WebRequest request = WebRequest.get(WireFormat.below(target.base(), false, "/models"))
                .within(AgentLimits.MODEL_LIST_MAX)
                .taking(AgentLimits.MODEL_LIST_BYTES_MAX);
        if (key != null && !key.reveal().isEmpty()) {
            request = request.with("Authorization", "Bearer " + key.reveal());
        }
        try (StreamAnswer answer = net.open(request)) {
            byte[] body = answer.body().readAllBytes();
            String id = answer.status() == 200
                    ? Json.sent(body).path("data").path(0).path("id").asString("")
                    : "";
            return id.isEmpty() ? null : CatalogModel.unknown(id, target.provider(), contextTokens);
        } catch (IOException | RuntimeException unreachable) {
            return null;
        }
    }
}
