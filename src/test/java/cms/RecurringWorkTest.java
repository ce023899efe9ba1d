package cms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/recurring-work.md lists every job that runs by itself; the names are those of the code. */
class RecurringWorkTest {
    private static final Pattern JOB = Pattern.compile("\\.recurring\\(\\s*\"([a-z-]+)\"");
    private static final Pattern ROW = Pattern.compile("\\| `([a-z-]+)` \\| every .* \\|");
    private static final Pattern TICKER = Pattern.compile("(?:new Ticker|Ticker\\.inTurn)\\(\"([a-z-]+)\"");
    private static final Pattern TICKER_ROW = Pattern.compile("(?m)^\\| ([a-z-]+) \\| ");

    @Test
    void theDocumentAndTheCodeKnowTheSameJobs() throws IOException {
        Set<String> inCode = new TreeSet<>();
        SourceFiles.under(Path.of("src/main/java"))
                .forEach(file -> names(JOB, String.join("\n", file.lines())).forEach(inCode::add));
        Set<String> documented = names(ROW, Files.readString(Path.of("docs/recurring-work.md")));
        assertThat(documented).isNotEmpty().isEqualTo(inCode);
    }

    @Test
    void theDocumentAndTheCodeKnowTheSameTickers() throws IOException {
        Set<String> inCode = new TreeSet<>();
        SourceFiles.under(Path.of("src/main/java"))
                .forEach(file -> names(TICKER, String.join("\n", file.lines())).forEach(inCode::add));
        Set<String> documented = names(TICKER_ROW, Files.readString(Path.of("docs/recurring-work.md")));
        assertThat(documented).isNotEmpty().isEqualTo(inCode);
    }

    private static Set<String> names(Pattern pattern, String text) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
