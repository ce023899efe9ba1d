package cms.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import cms.mcp.protocol.ServerFeatures.PromptText;
import cms.mcp.reading.Prompts;
import cms.platform.crypto.Hashes;
import cms.platform.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * What models are told stands in the program, the same for every project: nothing that people write comes in, and
 * whoever changes a word changes its hash here as well.
 */
class StaticTextsTest {
    private static final String GIVEN = "given";

    @Test
    void cardsFormatPromptsAndInstructionsAreTheWordsThatWereLookedOver() throws IOException {
        String found = "cards " + Hashes.sha256Hex(file("/mcp/tools.json")) + "\n"
                + "format " + Hashes.sha256Hex(file("/mcp/format.json")) + "\n"
                + "instructions " + Hashes.sha256Hex(RemoteTools.INSTRUCTIONS) + "\n"
                + "prompts " + Hashes.sha256Hex(prompts()) + "\n";
        assertThat(found).isEqualTo(file("/mcp/texts.txt"));
    }

    @Test
    void theDocumentNamesEveryTool() throws IOException {
        String document = Files.readString(Path.of("docs/api/mcp.md"));
        assertThat(Json.parse(file("/mcp/tools.json")).valueStream())
                .isNotEmpty()
                .allSatisfy(tool ->
                        assertThat(document).contains("`" + tool.get("name").asString() + "`"));
    }

    private static String prompts() {
        StringBuilder all = new StringBuilder();
        for (ObjectNode prompt : Prompts.list()) {
            ObjectNode arguments = Json.object();
            prompt.path("arguments")
                    .forEach(argument -> arguments.put(argument.path("name").asString(), GIVEN));
            PromptText filled =
                    Prompts.get(prompt.path("name").asString(), arguments).orElseThrow();
            all.append(prompt.path("title").asString()).append('\n');
            assertThat(filled)
                    .isInstanceOfSatisfying(
                            PromptText.Filled.class,
                            text -> all.append(text.messages()
                                            .at("/0/content/text")
                                            .asString())
                                    .append('\n'));
        }
        return all.toString();
    }

    private static String file(String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(StaticTextsTest.class.getResourceAsStream(name))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
