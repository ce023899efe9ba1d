package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.OpenApiAnswers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of {@code Error.code} in {@code openapi/shared.yaml} has every code that the service answers with, and no other. */
class ErrorCodesTest {
    private static final Pattern WITH_CODE = Pattern.compile("\\.withCode\\(\\s*([^()]+?)\\s*\\)");
    private static final Pattern CONSTANT = Pattern.compile("static final String ([A-Z_]+) =\\s*\"([^\"]*)\";");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\| ([0-9, ]+) \\| .+ \\|$");
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
        assertThat(inCode).isNotEmpty().isEqualTo(new TreeSet<>(documented()));
    }

    @Test
    void theTableIsSortedAndItsCodesAreWordsWithOneDotAndUnderscores() {
        assertThat(documented())
                .isSorted()
                .doesNotHaveDuplicates()
                .allMatch(code -> SPELLING.matcher(code).matches());
    }

    private static List<String> documented() {
        String table = OpenApiAnswers.file()
                .at("/components/schemas/Error/properties/code/description")
                .asString();
        List<String> codes = new ArrayList<>();
        Matcher rows = ROW.matcher(table);
        while (rows.find()) {
            codes.add(rows.group(1));
        }
        return codes;
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
