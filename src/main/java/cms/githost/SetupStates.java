package cms.githost;

import cms.auth.Caller;
import cms.platform.crypto.Seal;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The {@code state} of an installation at the remote host: sealed, for one person and one hour, with the workspace that
 * the installation is for. The host returns it when it sends the person back, so a foreign page that sends a browser to
 * the return URL cannot bind an installation.
 */
final class SetupStates {
    private static final String PURPOSE = "git-host-setup";
    private static final Duration LIFE = Duration.ofHours(1);

    private final Seal seal;
    private final InstantSource clock;

    SetupStates(Seal seal, InstantSource clock) {
        this.seal = seal;
        this.clock = clock;
    }

    String issue(Caller caller, String workspaceId) {
        Instant until = clock.instant().plus(LIFE);
        return seal.seal(
                PURPOSE,
                Json.text(Map.of("person", caller.userId(), "workspace", workspaceId, "until", until.toEpochMilli())));
    }

    /**
     * The id of the workspace that a state was issued for.
     *
     * @throws cms.platform.failure.Failure INVALID with code {@code git_host.state} for a state that is unknown,
     *     expired, or another person's
     */
    String workspaceId(Caller caller, String state) {
        Optional<JsonNode> content = seal.open(PURPOSE, state).map(Json::parse);
        return content.filter(json -> json.path("person").asString("").equals(caller.userId()))
                .filter(json -> json.path("until").asLong(0) > clock.millis())
                .map(json -> json.path("workspace").asString(""))
                .orElseThrow(SetupStates::refused);
    }

    private static Failure refused() {
        return Failure.invalid(
                        "`state` must be the one that this service gave you when you left for the Git host, within"
                                + " the hour; begin again where the workspace is connected.")
                .withCode("git_host.state");
    }
}
