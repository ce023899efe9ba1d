package cms.content.check;

import static org.assertj.core.api.Assertions.assertThat;

import cms.content.api.Finding;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Every file of {@code src/test/resources/validation}: fields, entries, and what is said about them. */
class EntryCheckTest {
    @TestFactory
    Stream<DynamicTest> entriesAreJudgedAsTheGoldensSay() throws IOException, URISyntaxException {
        Path folder = Path.of(Objects.requireNonNull(EntryCheckTest.class.getResource("/validation"))
                .toURI());
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                for (JsonNode group : Json.parse(Files.readAllBytes(file))) {
                    group.get("cases")
                            .forEach(row -> tests.add(DynamicTest.dynamicTest(
                                    file.getFileName() + " " + row.get("entry"),
                                    () -> judge((ObjectNode) group, row))));
                }
            }
        }
        return tests.stream();
    }

    private static void judge(ObjectNode group, JsonNode row) {
        String kind = group.path("kind").asString("collection");
        ObjectNode members =
                Json.object().put("id", "things").put("name", "Things").put("kind", kind);
        members.put("domain", "main").put("i18n", true).set("fields", group.get("fields"));
        FindingTarget subject = switch (kind) {
            case "collection" -> FindingTarget.entry("things", "en", "self");
            case "document" -> FindingTarget.document("things", "en", "self");
            default -> FindingTarget.whole("things", "en");
        };
        Siblings siblings = row.has("others") ? Siblings.of((ObjectNode) row.get("others")) : Siblings.none();

        List<Finding> findings = new EntryCheck(ModelDefinition.parse("things", members))
                .check(subject, (ObjectNode) row.get("entry"), siblings);

        assertThat(findings.stream().map(EntryCheckTest::line))
                .containsExactlyElementsOf(
                        row.get("says").valueStream().map(JsonNode::stringValue).toList());
    }

    private static String line(Finding finding) {
        return finding.severity().wireName() + " " + finding.field() + ": " + finding.message();
    }

    @Test
    void aFindingNamesItsEntryOrItsSlugAndNotBoth() {
        assertThat(FindingTarget.entry("posts", "en", "a1")
                        .error("title", "No.")
                        .json())
                .isEqualTo(Json.parse("""
                    {"severity":"error","model":"posts","locale":"en","entry":"a1","field":"title","message":"No."}
                    """));
        assertThat(FindingTarget.document("pages", "de", "about")
                        .error("", "No.")
                        .json())
                .isEqualTo(Json.parse("""
                    {"severity":"error","model":"pages","locale":"de","slug":"about","field":"","message":"No."}
                    """));
    }

    @Test
    void onlyErrorsKeepAnEntryFromBeingSaved() {
        FindingTarget subject = FindingTarget.whole("site", "en");
        assertThat(Finding.valid(List.of(subject.finding(Finding.Severity.WARNING, "a", "Hm."))))
                .isTrue();
        assertThat(Finding.valid(List.of(subject.error("a", "No.")))).isFalse();
    }
}
