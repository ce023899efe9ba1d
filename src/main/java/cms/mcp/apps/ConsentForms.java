package cms.mcp.apps;

import cms.platform.crypto.Hashes;
import cms.platform.crypto.RandomTokens;
import cms.platform.failure.Failure;
import cms.platform.instance.Instance;
import cms.platform.json.Json;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** The one-time token in a consent form: bound to the session and the request that it was shown for. */
final class ConsentForms {
    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final String PURPOSE = "consent-form";
    private static final int NONCE_BYTES = 16;

    private final Instance instance;
    private final GrantStore store;
    private final RandomTokens random = new RandomTokens();

    ConsentForms(Instance instance, GrantStore store) {
        this.instance = instance;
        this.store = store;
    }

    String make(String sessionId, String query) {
        return instance.seal()
                .seal(
                        PURPOSE,
                        Json.text(Json.object()
                                .put("s", sessionId)
                                .put("q", Hashes.sha256Hex(query))
                                .put("t", instance.clock().millis())
                                .put("n", random.hex(NONCE_BYTES))));
    }

    /** @throws Failure FORBIDDEN for a form of another session or request, an old one, and one that was sent before */
    void take(String token, String sessionId, String query) {
        JsonNode form = instance.seal().open(PURPOSE, token).map(Json::parse).orElseThrow(ConsentForms::notGood);
        Instant end = Instant.ofEpochMilli(form.path("t").asLong(0)).plus(LIFE);
        boolean good = form.path("s").asString("").equals(sessionId)
                && form.path("q").asString("").equals(Hashes.sha256Hex(query))
                && instance.clock().instant().isBefore(end);
        if (!good || !instance.database().write(tx -> store.useForm(tx, Hashes.sha256Hex(token), end.toEpochMilli()))) {
            throw notGood();
        }
    }

    private static Failure notGood() {
        return Failure.forbidden("This form is not good any more; begin in the app again.");
    }
}
