package cms.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.platform.json.Json;
import cms.testing.Documents;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/**
 * The calls that docs/agent.md shows are made as they stand there, and the list of scenarios names tests that there
 * are.
 */
class AgentDocumentTest {
    private static String run(String block, Map<String, String> names) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", block).redirectError(ProcessBuilder.Redirect.DISCARD);
        shell.environment().putAll(names);
        Process process = shell.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(block).isZero();
        return said;
    }

    /** Those in several parts have a line each: 30 scenarios are 33 lines. */
    @Test
    void eachOfTheThirtyScenariosHasItsTest() throws IOException {
        List<String> lines;
        try (var in = AgentDocumentTest.class.getResourceAsStream("/agent/scenarios.txt")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            lines = text.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
        assertThat(lines).hasSize(33);
        assertThat(lines).allMatch(line -> isThere(line.substring(line.lastIndexOf(' ') + 1)));
    }

    private static boolean isThere(String test) {
        String[] names = test.split("\\.");
        try {
            return Arrays.stream(Class.forName("cms.agent." + names[0]).getDeclaredMethods())
                    .anyMatch(method -> method.getName().equals(names[1])
                            && (method.isAnnotationPresent(Test.class)
                                    || method.isAnnotationPresent(ParameterizedTest.class)));
        } catch (ClassNotFoundException gone) {
            return false;
        }
    }

    @Test
    void theCallsOfTheDocumentWork() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/curl")), "curl is missing");
        try (Chat chat = new Chat()) {
            JsonNode key = chat.world
                    .ada()
                    .http()
                    .post(chat.path("/conversation-keys"), Map.of("name", "robot"))
                    .is(200)
                    .json();
            Map<String, String> names = Map.of(
                    "url",
                    chat.app.url().toString(),
                    "p",
                    chat.world.p(),
                    "project",
                    chat.world.projectId(),
                    "token",
                    chat.world.ada().token(),
                    "key",
                    key.get("key").asString());
            chat.models.says("Two of them.");
            assertThat(run(Documents.block("docs/agent.md", "console", 2), names))
                    .contains("\"type\":\"conversation\"", "Two of them.", "\"type\":\"done\"")
                    .contains("id: ");
            chat.models.says("Done.");
            JsonNode answer = Json.parse(run(Documents.block("docs/agent.md", "console", 3), names));
            assertThat(answer.propertyNames()).contains("message", "toolResults", "usage", "affected");
            assertThat(chat.models.violations()).isEmpty();
        }
    }
}
