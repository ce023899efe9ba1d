package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import cms.mcp.TrialPlayer.Call;
import cms.platform.json.Json;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sixteen tasks, each for a caller with one kind of mistake who sees nothing but replies. No model takes part: what is
 * shown is that a reply says enough to mend a call.
 */
@Tag("large")
@Timeout(240)
class RepairTrialTest {
    private static final int REPAIRS_MAX = 4;
    private static final List<String> A_FEW =
            List.of("cms_content_list", "cms_content_save", "cms_content_delete", "cms_model_save", "cms_validate");
    private static final List<String> WITHOUT_DELETES = List.of(
            "cms_status", "cms_describe", "cms_content_list", "cms_content_save", "cms_model_save", "cms_validate");

    private final List<String> unsolved = new ArrayList<>();
    private int calls;
    private long bytes;
    private int mistakes;
    private int mendedAtOnce;

    @ParameterizedTest
    @EnumSource
    void aCallerMendsItsMistakesFromRepliesAlone(TrialPlayer player) throws Exception {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            McpClient owner = McpClient.busy(world);
            McpClient caller = McpClient.withKey(world, settings(player));
            int turn = 0;
            for (JsonNode task : tasks()) {
                task.get("before").forEach(step -> prepare(world, owner, step));
                try {
                    for (JsonNode step : task.get("calls")) {
                        carryOut(player, Call.of(step), turn++, caller, owner, app);
                    }
                } catch (AssertionError gaveUp) {
                    unsolved.add(task.get("name").asString() + ": " + gaveUp.getMessage());
                    continue;
                }
                for (JsonNode wanted : task.get("after")) {
                    JsonNode found =
                            answer(owner, Call.of(wanted)).at(wanted.get("at").asString());
                    if (!found.equals(wanted.get("is"))
                            && !(found.isMissingNode() && wanted.get("is").isNull())) {
                        unsolved.add(task.get("name").asString() + ": " + found + " is not " + wanted);
                    }
                }
            }
            System.out.printf(
                    "%s: %d of %d tasks, %d calls, %d bytes of results, %d mistakes, %d of them mended at once%n",
                    player, tasks().size() - unsolved.size(), tasks().size(), calls, bytes, mistakes, mendedAtOnce);
            assertThat(unsolved).as(player + " solves").hasSizeLessThanOrEqualTo(player == TrialPlayer.EXACT ? 0 : 1);
            requireMended(player);
            JsonNode posts = answer(
                    owner,
                    call("cms_content_list", Map.of("model", "posts", "ids", List.of("0a8d5e27c419", "4c91be70d3f6"))));
            assertThat(posts.path("total").asInt())
                    .as("what content asks for is not done")
                    .isEqualTo(2);
        }
    }

    private void requireMended(TrialPlayer player) {
        switch (player) {
            case GUESSER, FORGETFUL, MISTYPED, STALE -> {
                assertThat(mistakes)
                        .as("a trial without mistakes shows nothing")
                        .isGreaterThan(8);
                assertThat(mendedAtOnce * 10)
                        .as("of " + mistakes + " mistakes, mended at the first try")
                        .isGreaterThanOrEqualTo(mistakes * 9);
            }
            case OBEDIENT -> assertThat(mistakes).as("what it may not do").isLessThanOrEqualTo(1);
            case EXACT, IMPATIENT, LIMITED -> assertThat(mistakes).isZero();
        }
    }

    private static Map<String, Object> settings(TrialPlayer player) {
        return switch (player) {
            case LIMITED -> Map.of("rateLimitPerMinute", 5, "allowedTools", A_FEW);
            case OBEDIENT -> Map.of("rateLimitPerMinute", 600, "allowedTools", WITHOUT_DELETES);
            case EXACT, GUESSER, FORGETFUL, MISTYPED, STALE, IMPATIENT -> Map.of("rateLimitPerMinute", 600);
        };
    }

    private static void prepare(World world, McpClient owner, JsonNode step) {
        if (step.has("workflow")) {
            JsonNode config =
                    world.ada().http().get(world.p() + "/config").is(200).json();
            assertThat(config.isObject()).isTrue();
            world.ada()
                    .http()
                    .patch(
                            world.p() + "/config",
                            Map.of("workflow", step.get("workflow").asString()))
                    .is(200);
        } else {
            answer(owner, Call.of(step));
        }
    }

    /** Until the call goes through, or its caller does not know what else to send. */
    private void carryOut(TrialPlayer player, Call meant, int turn, McpClient caller, McpClient owner, TestApp app)
            throws Exception {
        Call sent = player == TrialPlayer.STALE ? outdated(meant, caller, owner) : player.mistaken(meant, turn);
        for (int repairs = 0; repairs <= REPAIRS_MAX; repairs++) {
            JsonNode result = player == TrialPlayer.IMPATIENT ? twice(caller, sent, turn) : sent(caller, sent, app);
            JsonNode value = result.path("structuredContent");
            calls++;
            bytes += value.toString().length();
            if (!result.path("isError").asBoolean(true)) {
                mendedAtOnce += repairs == 1 ? 1 : 0;
                if (player == TrialPlayer.OBEDIENT) {
                    TrialPlayer.asked(value.toString()).forEach(call -> sent(caller, call, app));
                }
                return;
            }
            mistakes += repairs == 0 ? 1 : 0;
            Optional<Call> next = player.mended(sent, meant, value);
            sent = next.orElseThrow(() -> new AssertionError(meant.tool() + ": " + value));
        }
        throw new AssertionError("not mended: " + sent);
    }

    /** What a save becomes whose caller read before somebody else wrote. */
    private static Call outdated(Call meant, McpClient caller, McpClient owner) {
        ObjectNode arguments = meant.arguments().deepCopy();
        JsonNode entry = arguments.path("entries").path(0);
        if (!entry.path("id").isString()
                || !arguments.path("model").asString("").equals("posts")) {
            return meant;
        }
        String id = entry.get("id").asString();
        Call read = call("cms_content_list", Map.of("model", "posts", "ids", List.of(id)));
        String tag = answer(caller, read).at("/data/0/etag").asString("never-read");
        answer(
                owner,
                call(
                        "cms_content_save",
                        Map.of(
                                "model",
                                "posts",
                                "entries",
                                List.of(Map.of(
                                        "id", id, "data", Map.of("title", "Somebody else's", "format", "essay"))))));
        ((ObjectNode) entry).put("if_match", tag);
        return new Call(meant.tool(), arguments);
    }

    private static JsonNode twice(McpClient caller, Call call, int turn) throws Exception {
        ObjectNode arguments = call.arguments().deepCopy();
        if (call.tool().contains("_save") || call.tool().equals("cms_content_delete")) {
            arguments.put("idempotency_key", "turn-" + turn);
        }
        Call marked = new Call(call.tool(), arguments);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<JsonNode> one = threads.submit(() -> result(caller, marked));
            Future<JsonNode> other = threads.submit(() -> result(caller, marked));
            JsonNode first = one.get();
            JsonNode second = other.get();
            return first.path("isError").asBoolean(true) ? second : first;
        }
    }

    /** Waits as it is told to; what may not be called at all is an answer as well. */
    private static JsonNode sent(McpClient caller, Call call, TestApp app) {
        Reply reply = caller.send("tools/call", arguments(call));
        if (reply.status() == 429) {
            app.advance(Duration.ofSeconds(Long.parseLong(reply.header("Retry-After"))));
            reply = caller.send("tools/call", arguments(call));
        }
        return reply.status() == 200 ? reply.json().path("result") : Json.object();
    }

    private static JsonNode result(McpClient caller, Call call) {
        return caller.send("tools/call", arguments(call)).is(200).json().path("result");
    }

    private static JsonNode answer(McpClient caller, Call call) {
        JsonNode result = result(caller, call);
        assertThat(result.path("isError").asBoolean(true))
                .as(call + " " + result)
                .isFalse();
        return result.path("structuredContent");
    }

    private static Map<String, Object> arguments(Call call) {
        return Map.of("name", call.tool(), "arguments", call.arguments());
    }

    private static Call call(String tool, Map<String, Object> arguments) {
        return new Call(tool, (ObjectNode) Json.tree(new HashMap<>(arguments)));
    }

    private static JsonNode tasks() throws IOException {
        try (InputStream tasks = RepairTrialTest.class.getResourceAsStream("/mcp/repair-trial.json")) {
            return Json.parse(tasks.readAllBytes());
        }
    }
}
