package cms.agent;

import cms.agent.turn.Ask;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.http.Request;
import cms.platform.idempotency.IdempotencyKey;
import java.util.Optional;

/** The {@code Idempotency-Key} of a request; a repeat is answered by the turn of the first request. */
final class TurnKey {
    private TurnKey() {}

    /** @throws Failure INVALID for a text that cannot be a key */
    static Optional<Ask.Repeat> of(Request request, String callerId) {
        return IdempotencyKey.sent(request).map(key -> {
            String content = Hashes.sha256Hex(request.bodyBytes()) + Hashes.sha256Hex(request.queryString());
            IdempotencyKey call = new IdempotencyKey(callerId, request.path(), key, content);
            return new Ask.Repeat(call.id(), call.hash());
        });
    }
}
