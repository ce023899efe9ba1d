package cms.platform.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LimitsTest {
    @Test
    void theTableOfTheArchitectureIsTheTableOfTheCode() throws IOException {
        String document = Files.readString(Path.of("ARCHITECTURE.md"));
        assertThat(Limits.values()).allSatisfy(limit -> assertThat(document).contains(row(limit)));
        assertThat(Arrays.stream(Limits.values()).map(limit -> limit.rate().name()))
                .as("names, which are part of what is counted")
                .doesNotHaveDuplicates();
    }

    private static String row(Limits limit) {
        RateLimit rate = limit.rate();
        return "| " + rate.name() + " | " + rate.count() + " in " + text(rate.window()) + " | " + limit.whose() + " |";
    }

    private static String text(Duration window) {
        if (window.equals(Duration.ofMinutes(1))) {
            return "1 minute";
        }
        if (window.toSeconds() % 60 != 0) {
            return window.toSeconds() + " seconds";
        }
        if (window.equals(Duration.ofDays(1))) {
            return "1 day";
        }
        return window.equals(Duration.ofHours(1)) ? "1 hour" : window.toMinutes() + " minutes";
    }
}
