package cms.mcp.protocol;

import cms.platform.crypto.Hashes;
import cms.platform.crypto.Seal;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Sessions of the older era: sealed texts with the revision and the owner, so that they survive restarts and are known
 * to every instance. A session is not a credential: the caller is checked at each request.
 */
public final class ProtocolSessions {
    /** Lifetime of every session, however it is used. */
    public static final Duration LIFE = Duration.ofDays(30);

    private static final String PURPOSE = "mcp-session";
    private static final int CHARS_MAX = 1_000;

    private final Seal seal;
    private final Ended ended;
    private final InstantSource clock;

    /** The sessions that were ended before they expired, known to all instances. */
    public interface Ended {
        /** Records the SHA-256 of a session that may not be used again. */
        void add(String hash, Instant forgetAt);

        boolean contains(String hash);
    }

    /** @param owner the caller and the project that a session belongs to */
    record ProtocolSession(Revision revision, String owner) {}

    public ProtocolSessions(Seal seal, Ended ended, InstantSource clock) {
        this.seal = seal;
        this.ended = ended;
        this.clock = clock;
    }

    String open(Revision revision, String owner) {
        return seal.seal(
                PURPOSE,
                Json.text(
                        Json.object().put("v", revision.date()).put("o", owner).put("t", clock.millis())));
    }

    /** The session of this name; empty when it is unknown, expired, ended or of another owner. */
    Optional<ProtocolSession> find(String name, String owner) {
        if (name.length() > CHARS_MAX) {
            return Optional.empty();
        }
        return seal.open(PURPOSE, name)
                .flatMap(ProtocolSessions::parse)
                .filter(json -> json.path("o").asString("").equals(owner))
                .filter(json -> opened(json).plus(LIFE).isAfter(clock.instant()))
                .flatMap(json -> Revision.of(json.path("v").asString("")))
                .filter(revision -> !ended.contains(Hashes.sha256Hex(name)))
                .map(revision -> new ProtocolSession(revision, owner));
    }

    void end(String name) {
        ended.add(Hashes.sha256Hex(name), clock.instant().plus(LIFE));
    }

    private static Instant opened(JsonNode json) {
        return Instant.ofEpochMilli(json.path("t").asLong(0));
    }

    private static Optional<JsonNode> parse(String text) {
        try {
            return Optional.of(Json.parse(text));
        } catch (Failure impossible) {
            return Optional.empty();
        }
    }
}
