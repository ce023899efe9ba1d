package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.OpenApiAnswers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The table of {@code Error.code} in {@code openapi/shared.yaml} has every code that the service answers with, and no
 * other.
 */
class ErrorCodesTest {
    private static final Pattern WITH_CODE = Pattern.compile("\\.withCode\\(\\s*([^()]+?)\\s*\\)");
    private static final Pattern CONSTANT = Pattern.compile("static final String ([A-Z_]+) =\\s*\"([^\"]*)\";");
    private static final Pattern OF_PROTOCOL = Pattern.compile("-32\\d{3}|\\b[45]\\d{4}\\b");
    private static final Pattern SPELLING = Pattern.compile("[a-z_]+\\.[a-z_]+");
    /** What this room refuses with becomes an error of JSON-RPC, of OAuth, or an answer of a remote tool. */
    private static final String OF_OTHER_PROTOCOLS = "cms.mcp";

    private static final Map<String, String> SOURCES = SourceFiles.under(Path.of("src/main/java")).stream()
            .filter(file -> !file.packageName().startsWith(OF_OTHER_PROTOCOLS))
            .collect(Collectors.toMap(
                    file -> file.packageName() + "." + file.path().getFileName(),
                    file -> String.join("\n", file.lines())));

    @Test
    void everyCodeOfTheCodeStandsInTheTableAndNoOther() {
        Set<String> inCode = new TreeSet<>();
        SOURCES.values()
                .forEach(source ->
                        WITH_CODE.matcher(source).results().forEach(call -> inCode.add(value(call.group(1), source))));
        assertThat(inCode).isNotEmpty().isEqualTo(new TreeSet<>(OpenApiAnswers.codes()));
    }

    @Test
    void theTableIsSortedAndItsCodesAreWordsWithOneDotAndUnderscores() {
        assertThat(OpenApiAnswers.codes())
                .isSorted()
                .allMatch(code -> SPELLING.matcher(code).matches());
    }

    /** Codes of JSON-RPC, and those that are a status and a number. */
    @Test
    void theDocumentOfRemoteToolsNamesEveryCodeOfARefusal() throws IOException {
        String document = Files.readString(Path.of("docs/api/mcp.md"));
        assertThat(SourceFiles.under(Path.of("src/main/java/cms/mcp")).stream()
                        .flatMap(file -> OF_PROTOCOL
                                .matcher(String.join("\n", file.lines()))
                                .results())
                        .map(MatchResult::group))
                .contains("-32601", "40301")
                .allSatisfy(code -> assertThat(document).contains(code));
    }

    /** The text of a literal or of a constant; anything else is answered as it stands and then is in no table. */
    private static String value(String expression, String source) {
        if (expression.startsWith("\"")) {
            return expression.replace("\"", "");
        }
        int dot = expression.lastIndexOf('.');
        String place = dot < 0
                ? source
                : SOURCES.entrySet().stream()
                        .filter(file -> file.getKey().endsWith("." + expression.substring(0, dot) + ".java"))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse("");
        return CONSTANT.matcher(place)
                .results()
                .filter(constant -> constant.group(1).equals(expression.substring(dot + 1)))
                .map(constant -> constant.group(2))
                .findFirst()
                .orElse(expression);
    }
}
