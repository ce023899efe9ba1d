package cms.mcp.apps;

import cms.platform.db.Database;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.time.InstantSource;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Clients that ask for access: those that describe themselves at a URL, and those that registered here. */
final class Clients {
    private final Database database;
    private final ClientDocuments documents;
    private final GrantStore store;
    private final InstantSource clock;

    Clients(Database database, ClientDocuments documents, GrantStore store, InstantSource clock) {
        this.database = database;
        this.documents = documents;
        this.store = store;
        this.clock = clock;
    }

    /**
     * @param address of the asking client, whose rate limit the look-up counts for
     * @throws Failure INVALID when there is no such client, or its description cannot be read
     */
    ClientApp client(String id, String address) {
        return ClientDocuments.isUrl(id)
                ? documents.read(id, address)
                : registered(id)
                        .orElseThrow(() -> Failure.invalid(
                                "There is no such app here any more; remove it in the app and connect again."));
    }

    /** Whether tokens may be requested for this client. */
    boolean isKnown(String id) {
        return ClientDocuments.isUrl(id) || registered(id).isPresent();
    }

    /** Registers a client (RFC 7591); repeated registrations share a row. */
    ObjectNode register(JsonNode document) {
        ClientApp app = ClientApp.registered(document);
        database.writing(tx -> store.putClient(tx, app, clock.millis()));
        ObjectNode json = Json.object()
                .put("client_id", app.id())
                .put("client_id_issued_at", clock.instant().getEpochSecond())
                .put("client_name", app.name())
                .put("token_endpoint_auth_method", "none");
        app.redirects().forEach(json.putArray("redirect_uris")::add);
        json.putArray("grant_types").add("authorization_code").add("refresh_token");
        json.putArray("response_types").add("code");
        return json;
    }

    private Optional<ClientApp> registered(String id) {
        return database.read(tx -> store.findClient(tx, id));
    }
}
