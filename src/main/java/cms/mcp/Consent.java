package cms.mcp;

import cms.content.Contents;
import cms.mcp.protocol.Elicitation;
import cms.mcp.protocol.ToolCall;
import cms.platform.crypto.Hashes;
import cms.platform.crypto.Seal;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A person's consent to one call. A sealed state names the caller, the tool, its arguments and the commit of the
 * question, for ten minutes. Nothing is stored here, so any instance can check the answer.
 */
final class Consent {
    private static final String PURPOSE = "mcp-consent";
    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final int CHARS_MAX = 2_000;
    private static final String BOX = "confirm";

    private final Seal seal;
    private final Contents contents;
    private final InstantSource clock;

    /** The consent that a call carries. */
    enum ConsentAnswer {
        /** No one was asked, or the content has changed since the question. */
        NONE,
        AGREED,
        DECLINED,
        /** The state was altered, belongs to another call, or has expired. */
        WRONG
    }

    Consent(Seal seal, Contents contents, InstantSource clock) {
        this.seal = seal;
        this.contents = contents;
        this.clock = clock;
    }

    /** A form with one checkbox. */
    static Elicitation.ElicitationForm form(String message) {
        ObjectNode schema = Json.object().put("type", "object");
        schema.putObject("properties").putObject(BOX).put("type", "boolean");
        schema.putArray("required").add(BOX);
        return new Elicitation.ElicitationForm(BOX, message, schema);
    }

    String ask(ToolCall call, RemoteCaller caller) {
        return seal.seal(
                PURPOSE,
                Json.text(Json.object()
                        .put("o", caller.owner())
                        .put("c", call(call))
                        .put("tip", tip(caller))
                        .put("t", clock.millis())));
    }

    ConsentAnswer of(ToolCall call, RemoteCaller caller) {
        Optional<Elicitation.Answered> answered =
                call.question().answer().filter(sent -> !sent.state().isEmpty());
        if (answered.isEmpty()) {
            return ConsentAnswer.NONE;
        }
        String state = answered.get().state();
        Optional<JsonNode> known = state.length() > CHARS_MAX
                ? Optional.empty()
                : seal.open(PURPOSE, state)
                        .flatMap(Consent::parsed)
                        .filter(json -> json.path("o").asString("").equals(caller.owner()))
                        .filter(json -> json.path("c").asString("").equals(call(call)))
                        .filter(json -> Instant.ofEpochMilli(json.path("t").asLong(0))
                                .plus(LIFE)
                                .isAfter(clock.instant()));
        if (known.isEmpty()) {
            return ConsentAnswer.WRONG;
        }
        boolean confirmed = answered.get()
                .accepted(BOX)
                .filter(content -> content.path(BOX).asBoolean(false))
                .isPresent();
        if (!confirmed) {
            return ConsentAnswer.DECLINED;
        }
        return known.get().path("tip").asString("").equals(tip(caller)) ? ConsentAnswer.AGREED : ConsentAnswer.NONE;
    }

    private static String call(ToolCall call) {
        return Hashes.sha256Hex(call.tool() + "\n" + Json.text(call.arguments()));
    }

    private String tip(RemoteCaller caller) {
        return contents.overview(caller.place(), Optional.empty())
                .path("commit")
                .asString("");
    }

    private static Optional<JsonNode> parsed(String text) {
        try {
            return Optional.of(Json.parse(text));
        } catch (Failure impossible) {
            return Optional.empty();
        }
    }
}
