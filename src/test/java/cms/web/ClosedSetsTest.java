package cms.web;

import static org.assertj.core.api.Assertions.assertThat;

import cms.access.Author;
import cms.forms.spam.SpamRule;
import cms.usage.Meter;
import cms.webhooks.endpoint.EventKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The studio knows each case of a closed set of the service whose words it looks up by name, which no compiler holds.
 */
class ClosedSetsTest {
    private static final Path SOURCES = Path.of("src/main/web/src");
    private static final Pattern EVENTS = Pattern.compile("const EVENTS = \\[([^\\]]+)]");

    @Test
    void everyWayInHasAWord() throws IOException {
        assertThat(words("origin."))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Author.Origin.values())
                        .map(Author.Origin::key)
                        .toList());
    }

    @Test
    void everyEventOfWebhooksHasAWordAndIsOffered() throws IOException {
        List<String> events =
                Arrays.stream(EventKind.values()).map(EventKind::wireName).toList();
        assertThat(words("event.")).containsExactlyInAnyOrderElementsOf(events);

        String offered = EVENTS.matcher(Files.readString(SOURCES.resolve("screens/webhooks/webhooks.tsx")))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        assertThat(offered.replace("'", "").split(", "))
                .containsExactlyInAnyOrderElementsOf(events.stream()
                        .filter(event -> !event.equals(EventKind.TEST.wireName()))
                        .toList());
    }

    @Test
    void everyMeterHasAWord() throws IOException {
        assertThat(words("usage."))
                .containsAll(Arrays.stream(Meter.values()).map(Meter::key).toList());
    }

    @Test
    void everyReasonToCallASubmissionSpamHasAWord() throws IOException {
        assertThat(words("spam."))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(SpamRule.values())
                        .map(rule -> rule.name().toLowerCase(Locale.ROOT))
                        .toList());
    }

    /** What follows a beginning in the names of the English words; {@code WordsTest} holds the German ones to them. */
    private static List<String> words(String begin) throws IOException {
        return Pattern.compile("'" + Pattern.quote(begin) + "([a-z._]+)': ")
                .matcher(Files.readString(SOURCES.resolve("words/en.more.ts")))
                .results()
                .map(word -> word.group(1))
                .toList();
    }
}
