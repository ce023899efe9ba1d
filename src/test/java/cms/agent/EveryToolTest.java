package cms.agent;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Person;
import cms.testing.StoredState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Every tool, called for every kind of caller, as {@code agent/tools.txt} says; then every write as a mere try. */
@Tag("large")
class EveryToolTest {
    private static final Set<String> READS = Set.copyOf(ToolCalls.TOOLS.subList(0, 13));

    private ToolCalls calls;
    private Chat chat;

    private void over(String wire) {
        calls = new ToolCalls(wire);
        chat = calls.chat;
    }

    @AfterEach
    void stop() {
        assertThat(chat.models.violations()).isEmpty();
        calls.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void everyToolDoesForEveryCallerWhatTheTableSays(String wire) throws IOException {
        over(wire);
        Map<String, List<String>> table = table();
        assertThat(table.keySet()).containsExactlyElementsOf(ToolCalls.TOOLS);
        List<BiFunction<String, Map<String, Object>, JsonNode>> callers = List.of(
                by(chat.world.dee()),
                by(chat.world.cy()),
                by(chat.world.bo()),
                by(joined("jo", "admin")),
                by(chat.world.ada()),
                by(narrowed()),
                byKey());
        List<String> wrong = new ArrayList<>();
        table.forEach((tool, cells) -> {
            for (int i = 0; i < callers.size(); i++) {
                Map<String, Object> input = calls.input(tool);
                StoredState before = calls.state();
                JsonNode result = callers.get(i).apply(tool, input);
                String got = result.path("code").asString(result.has("status") ? parked(result) : "yes");
                boolean changed = !calls.state().equals(before);
                boolean mayChange = cells.get(i).equals("yes") && !READS.contains(tool);
                if (!got.equals(cells.get(i)) || changed != mayChange) {
                    wrong.add(tool + ", column " + (i + 1) + ": " + (changed ? "changed, " : "unchanged, ") + result);
                }
            }
        });
        assertThat(wrong).isEmpty();
    }

    private static String parked(JsonNode result) {
        return result.get("status").asString().equals("confirmation_required") ? "parked" : "yes";
    }

    private static Map<String, List<String>> table() throws IOException {
        try (var in = EveryToolTest.class.getResourceAsStream("/agent/tools.txt")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            Map<String, List<String>> table = new LinkedHashMap<>();
            text.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> {
                        List<String> words = List.of(line.split("\\s+"));
                        table.put(words.getFirst(), words.subList(1, words.size()));
                    });
            return table;
        }
    }

    private BiFunction<String, Map<String, Object>, JsonNode> by(Person person) {
        return (tool, input) -> {
            chat.models.calls(tool, input).says("So it is.");
            return Chat.results(chat.ask(person, "Do it")).getFirst();
        };
    }

    private BiFunction<String, Map<String, Object>, JsonNode> byKey() {
        List<String> tools = List.of("list_models", "get_content", "save_content", "merge_branch");
        Map<String, Object> wanted =
                Map.of("name", "robot", "role", "editor", "allowedTools", tools, "rateLimitPerMinute", 600);
        Http program = new Http(chat.app.url())
                .bearer(chat.world
                        .ada()
                        .http()
                        .post(chat.path("/conversation-keys"), wanted)
                        .is(200)
                        .json()
                        .get("key")
                        .asString());
        return (tool, input) -> {
            chat.models.calls(tool, input).says("So it is.");
            return program.post(
                            "/api/conversation/v1/" + chat.world.projectId() + "/message", Map.of("message", "Do it"))
                    .is(200)
                    .json()
                    .at("/toolResults/0/result");
        };
    }

    private Person joined(String name, String role) {
        String email = name + "@example.com";
        chat.world
                .ada()
                .http()
                .post("/api/workspaces/" + chat.world.workspaceId() + "/members", Map.of("email", email, "role", role));
        Person person = Person.signIn(chat.app.url(), email, "web_identity");
        person.http().get("/api/auth/me").is(200);
        return person;
    }

    private Person narrowed() {
        Person person = joined("em", "member");
        chat.world.narrow(person, "editor", "categories");
        return person;
    }

    /** What the diff of a try names, where the write would change files. */
    @Test
    void everyWriteCanBeTriedOutAndShowsItsDiffAndNothingIsWritten() {
        over("messages");
        Person ada = chat.world.ada();
        Map<String, JsonNode> wrong = new HashMap<>();
        for (String tool : ToolCalls.TOOLS) {
            if (READS.contains(tool) || tool.equals("init_project")) {
                continue;
            }
            Map<String, Object> input = calls.input(tool);
            StoredState before = calls.state();
            chat.models.calls(tool, input).says("Tried.");
            JsonNode result = Chat.results(ada.http()
                            .events("POST", chat.path("/chat?dryRun=true"), Chat.body("Try"))
                            .rest())
                    .getFirst();
            boolean changesFiles = !tool.endsWith("_media") && !tool.equals("reject_submission");
            boolean told = result.path("dryRun").asBoolean()
                    && result.path("diff").isArray()
                    && result.path("diff").isEmpty() != changesFiles;
            if (!told || !calls.state().equals(before)) {
                wrong.put(tool, result);
            }
        }
        assertThat(wrong).isEmpty();
    }
}
