package cms.agent;

import cms.agent.turn.Ask;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.http.Request;
import java.util.HexFormat;
import java.util.Optional;

/** The {@code Idempotency-Key} of a request whose turn is the answer to its repeats. */
final class TurnKey {
    private TurnKey() {}

    /** @throws Failure INVALID for what is no key */
    static Optional<Ask.Repeat> of(Request request, String callerId) {
        return request.header("Idempotency-Key").map(key -> {
            if (!key.matches("[\\x21-\\x7e]{1,255}")) {
                throw Failure.invalid("`Idempotency-Key` must be 1 to 255 visible ASCII characters.");
            }
            return new Ask.Repeat(
                    Hashes.sha256Hex(String.join("\n", callerId, request.path(), key)),
                    HexFormat.of().formatHex(Hashes.sha256(request.bodyBytes()))
                            + Hashes.sha256Hex(request.queryString()));
        });
    }
}
