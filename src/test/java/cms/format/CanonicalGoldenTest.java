package cms.format;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.ContextFile.Client;
import cms.format.ContextFile.LastOperation;
import cms.format.ContextFile.Stats;
import cms.platform.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Each folder of {@code src/test/resources/canonical} holds what is read and, byte for byte, what is written. */
class CanonicalGoldenTest {
    private static final MarkdownFile DOCUMENT = new MarkdownFile(
            (ObjectNode) Json.parse(resource("document/frontmatter.json")),
            "# Getting started\n\nSome *text*.\n\n---\n\nMore.");

    @ParameterizedTest
    @ValueSource(strings = {"collection", "singleton", "dictionary"})
    void entriesAreWrittenWithoutDefaults(String folder) {
        ModelDefinition model = model(folder);
        String path = ContentPaths.under("").entries(model, "en");
        ContentPath where = ContentPaths.under("").locate(path, List.of(model));
        var file = (ContentFile.Json) ContentFile.read(where, path, resource(folder + "/input.json"));

        assertThat(text(CanonicalJson.bytes(model, file.members())))
                .isEqualTo(text(resource(folder + "/expected.json")));
        assertThat(model.problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"model", "config", "meta", "vocabulary"})
    void otherFilesAreWrittenSorted(String folder) {
        byte[] written = CanonicalJson.bytes(Json.parse(resource(folder + "/input.json")));

        assertThat(text(written)).isEqualTo(text(resource(folder + "/expected.json")));
    }

    @Test
    void contextTellsTheLastOperationAndCounts() {
        LastOperation operation = new LastOperation(
                "save_content",
                "posts",
                "en",
                List.of("a1b2c3d4e5f6"),
                Instant.parse("2026-11-20T10:15:30Z"),
                Client.APP_UI);
        Stats stats = new Stats(3, 42, List.of("en", "de"), Instant.parse("2026-11-20T10:15:31.120900Z"));

        assertThat(text(new ContextFile(operation, stats).bytes())).isEqualTo(text(resource("context/expected.json")));
    }

    @Test
    void documentsKeepTheOrderOfMembersAndQuoteWhatOthersWouldMisread() {
        assertThat(text(DOCUMENT.bytes())).isEqualTo(text(resource("document/expected.md")));
    }

    @Test
    void documentsComeBackAsTheyWere() {
        var read = (ContentFile.Markdown) MarkdownFile.parse("a.md", resource("document/expected.md"));

        assertThat(CanonicalJson.same(read.file().frontmatter(), DOCUMENT.frontmatter()))
                .isTrue();
        assertThat(read.file().body()).isEqualTo(DOCUMENT.body());
    }

    private static ModelDefinition model(String folder) {
        ObjectNode members = (ObjectNode) Json.parse(resource(folder + "/model.json"));
        return ModelDefinition.parse(members.path("id").stringValue(), members);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static byte[] resource(String name) {
        try (var in = CanonicalGoldenTest.class.getResourceAsStream("/canonical/" + name)) {
            return java.util.Objects.requireNonNull(in, name).readAllBytes();
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
