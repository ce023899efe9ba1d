package cms.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whether what people have to read stands out from what is behind it, in both themes, computed from the styles (WCAG
 * 2.2, 1.4.3 and 1.4.11).
 */
class ContrastTest {
    private static final Pattern TOKEN = Pattern.compile("--([a-z-]+): light-dark\\(#([0-9a-f]{6}), #([0-9a-f]{6})\\)");
    private static final double OFFSET = 0.05;
    private static final Map<String, int[]> TOKENS = new HashMap<>();

    @BeforeAll
    static void read() throws IOException {
        Matcher tokens = TOKEN.matcher(Files.readString(Path.of("src/main/web/src/look/tokens.css")));
        while (tokens.find()) {
            TOKENS.put(
                    tokens.group(1),
                    new int[] {Integer.parseInt(tokens.group(2), 16), Integer.parseInt(tokens.group(3), 16)});
        }
        assertThat(TOKENS).hasSizeGreaterThan(15);
    }

    @ParameterizedTest
    @CsvSource({
        "text, surface, 7",
        "text, canvas, 7",
        "text, sunken, 7",
        "text, hover, 7",
        "text, accent-weak, 7",
        "quiet, surface, 4.5",
        "quiet, canvas, 4.5",
        "quiet, sunken, 4.5",
        "quiet, hover, 4.5",
        "accent, surface, 4.5",
        "accent, canvas, 4.5",
        "accent, accent-weak, 4.5",
        "on-accent, accent, 4.5",
        "good, surface, 4.5",
        "good, good-weak, 4.5",
        "warn, surface, 4.5",
        "warn, warn-weak, 4.5",
        "bad, surface, 4.5",
        "bad, bad-weak, 4.5",
        "draft, surface, 4.5",
        "draft, draft-weak, 4.5",
        "edge, surface, 3",
        "edge, canvas, 3",
        "edge, hover, 3",
        "focus, canvas, 3",
        "focus, surface, 3"
    })
    void itStandsOutInBothThemes(String front, String back, double least) {
        for (int theme = 0; theme < 2; theme++) {
            assertThat(contrast(TOKENS.get(front)[theme], TOKENS.get(back)[theme]))
                    .as(front + " on " + back + (theme == 0 ? ", light" : ", dark"))
                    .isGreaterThanOrEqualTo(least);
        }
    }

    private static double contrast(int one, int other) {
        double lighter = Math.max(luminance(one), luminance(other));
        double darker = Math.min(luminance(one), luminance(other));
        return (lighter + OFFSET) / (darker + OFFSET);
    }

    /** Relative luminance of an sRGB colour. */
    private static double luminance(int colour) {
        return 0.2126 * linear(colour >> 16) + 0.7152 * linear(colour >> 8) + 0.0722 * linear(colour);
    }

    private static double linear(int channel) {
        double value = (channel & 0xff) / 255.0;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
}
