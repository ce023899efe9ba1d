package cms.agent;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Writes what the service sends on each wire, and what the stand-in answers, for the vendors' own programs to judge:
 * {@code .ci/agent}.
 */
final class AgentRecordings {
    private static final Path FOLDER = Path.of("target", "agent");

    @Test
    void requestsAndStreamsOfEveryWire() throws IOException {
        Files.createDirectories(FOLDER);
        for (WireOf wire : WireOf.values()) {
            String name = wire.name().toLowerCase(Locale.ROOT);
            try (Chat chat = new Chat(name, Map.of())) {
                chat.models
                        .calls("list_models", Map.of())
                        .calls("get_content", Map.of("model", "authors", "limit", 1))
                        .says("Here ", "they are.");
                List<JsonNode> events = chat.ask(chat.world.ada(), "Which authors are there?");
                assertThat(events).isNotEmpty();
                sumUp(wire, chat, Chat.conversation(events));
                assertThat(chat.models.violations()).isEmpty();
                for (int n = 0; n < chat.models.requests().size(); n++) {
                    Files.writeString(FOLDER.resolve(name + "-" + n + ".json"), Json.text(chat.models.request(n)));
                }
                Files.writeString(
                        FOLDER.resolve(name + "-summary.json"),
                        Json.text(chat.models.summaries().getFirst()));
            }
            StandInModels.Call call =
                    new StandInModels.Call("call_1", "get_content", "{\"model\":\"posts\",\"limit\":2}");
            Files.writeString(
                    FOLDER.resolve(name + ".stream"), wire.stream(List.of("Look", "ing üp"), List.of(call), ""));
        }
    }

    /**
     * Talks until earlier turns are summed up, so that what asks for it and what is sent after it are recorded as well.
     */
    private static void sumUp(WireOf wire, Chat chat, String conversation) {
        String input = Json.text(Map.of("summary", "They want posts.", "entries", List.of()));
        chat.models.sumsUp(new StandInModels.Step.Reply(
                List.of(), List.of(new StandInModels.Call("s1", "keep_summary", input)), ""));
        String words =
                "word ".repeat(wire == WireOf.MESSAGES ? 6_000 : 600); // what a server of one's own takes is less
        for (int turn = 0; turn < 60 && chat.models.summaries().isEmpty(); turn++) {
            chat.models.says("Yes.");
            chat.ask(chat.world.ada(), words, "conversationId", conversation);
        }
        assertThat(chat.models.summaries()).isNotEmpty();
        assertThat(Json.text(chat.models.requests().getLast())).contains("They want posts.");
    }
}
