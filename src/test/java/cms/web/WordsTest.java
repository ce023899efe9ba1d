package cms.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The words of the studio in each of its languages. That none is missing the compiler holds; here also what stands in
 * them.
 */
class WordsTest {
    private static final Path SOURCES = Path.of("src/main/web/src");
    private static final Pattern WORD =
            Pattern.compile("(?:^|[,{]\\s*)(?:'([^']+)'|(\\w+)): '((?:[^'\\\\]|\\\\.)*)'", Pattern.MULTILINE);
    private static final Pattern PART = Pattern.compile("\\{(\\w+)}");

    @Test
    void everyLanguageSaysEverythingWithTheSameParts() throws IOException {
        Map<String, String> english = words("en");
        english.putAll(words("en.more"));
        Map<String, String> german = words("de");

        assertThat(english).hasSizeGreaterThan(300);
        assertThat(german.keySet()).isEqualTo(english.keySet());
        english.forEach((key, text) -> {
            assertThat(text).as(key).isNotBlank();
            assertThat(german.get(key)).as(key).isNotBlank();
            assertThat(parts(german.get(key))).as(key).isEqualTo(parts(text));
        });
    }

    private static Set<String> parts(String text) {
        Set<String> names = new TreeSet<>();
        Matcher parts = PART.matcher(text);
        while (parts.find()) {
            names.add(parts.group(1));
        }
        return names;
    }

    private static Map<String, String> words(String language) throws IOException {
        Map<String, String> words = new TreeMap<>();
        Matcher found = WORD.matcher(Files.readString(SOURCES.resolve("words/" + language + ".ts")));
        while (found.find()) {
            words.put(found.group(1) == null ? found.group(2) : found.group(1), found.group(3));
        }
        return words;
    }
}
