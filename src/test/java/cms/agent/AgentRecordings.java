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

/**
 * Writes what the service sends on each wire, and what the stand-in answers, for the vendors' own programs to judge: {@code
 * .ci/agent}.
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
                List<?> events = chat.ask(chat.world.ada(), "Which authors are there?");
                assertThat(events).isNotEmpty();
                assertThat(chat.models.violations()).isEmpty();
                for (int n = 0; n < chat.models.requests().size(); n++) {
                    Files.writeString(FOLDER.resolve(name + "-" + n + ".json"), Json.text(chat.models.request(n)));
                }
            }
            StandInModels.Call call =
                    new StandInModels.Call("call_1", "get_content", "{\"model\":\"posts\",\"limit\":2}");
            Files.writeString(
                    FOLDER.resolve(name + ".stream"), wire.stream(List.of("Look", "ing üp"), List.of(call), ""));
        }
    }
}
