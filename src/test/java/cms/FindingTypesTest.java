package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.SourceFiles.SourceFile;
import cms.testing.OpenApiAnswers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of findings in {@code docs/rules.md} has every type that {@code P/health} answers with, and no other. */
class FindingTypesTest {
    private static final String TABLE = "\n| Finding | About |\n";
    private static final Pattern MAKES_ONE = Pattern.compile("HealthItem\\.of\\(|\\bProblem\\(");
    private static final Pattern TYPE = Pattern.compile("\"([a-z]\\w*_\\w+)\"");
    private static final Pattern OF_TABLE = Pattern.compile("`(\\w+)`");
    /** Refuses a save, whose findings have no type. */
    private static final String OF_SAVES_ALONE = "ModelNameCheck.java";
    /** Words of the same spelling in the files that make findings: members of a model and of meta. */
    private static final Set<String> MEMBERS = Set.of("content_path", "title_field", "publish_at", "expire_at");

    @Test
    void everyTypeOfTheCodeStandsInTheTableAndNoOther() throws IOException {
        Set<String> inCode = new TreeSet<>();
        for (SourceFile file : SourceFiles.under(Path.of("src/main/java/cms"))) {
            String source = String.join("\n", file.lines());
            if (MAKES_ONE.matcher(source).find() && !file.path().endsWith(OF_SAVES_ALONE)) {
                TYPE.matcher(source).results().map(type -> type.group(1)).forEach(inCode::add);
            }
        }
        inCode.removeAll(MEMBERS);
        assertThat(table()).doesNotHaveDuplicates();
        assertThat(new TreeSet<>(table())).isNotEmpty().isEqualTo(inCode);
    }

    @Test
    void theSchemaPointsToTheTable() {
        assertThat(OpenApiAnswers.file()
                        .at("/components/schemas/HealthItem/properties/type/description")
                        .asString())
                .contains("Findings in docs/rules.md");
    }

    /** The types in the first column. */
    private static List<String> table() throws IOException {
        String document = Files.readString(Path.of("docs/rules.md"));
        String rows = document.substring(document.indexOf(TABLE) + TABLE.length());
        return Stream.of(rows.substring(0, rows.indexOf("\n\n")).split("\n"))
                .flatMap(row -> OF_TABLE.matcher(row.split("\\|")[1]).results())
                .map((MatchResult type) -> type.group(1))
                .toList();
    }
}
