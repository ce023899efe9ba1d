package cms.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The code blocks of README and {@code docs/}, for tests that do what stands there. */
public final class Documents {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^( *)```([^\\n]*)\\n(.*?)^ *```$");

    private Documents() {}

    /**
     * One block.
     *
     * @param number counts the blocks of this language in this document, from 1
     * @param text without the indentation of its fence
     */
    public record Block(String document, String language, int number, String text) {
        /** How {@code documents/blocks.txt} calls it. */
        public String name() {
            return document + " " + language + " " + number;
        }
    }

    /** The text of a block. */
    public static String block(String document, String language, int number) {
        return blocks(Path.of(document)).stream()
                .filter(block -> block.language().equals(language) && block.number() == number)
                .findFirst()
                .orElseThrow(() -> new AssertionError(document + " has no block " + language + " " + number))
                .text();
    }

    /** README and what lies in docs/ but decisions, which tell what was decided then. */
    public static List<Path> all() {
        try (Stream<Path> docs = Files.walk(Path.of("docs"))) {
            return Stream.concat(Stream.of(Path.of("README.md")), docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !file.startsWith(Path.of("docs/decisions")))
                    .sorted()
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public static String text(String document) {
        try {
            return Files.readString(Path.of(document));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public static List<Block> blocks(Path document) {
        List<Block> blocks = new ArrayList<>();
        Map<String, Integer> counts = new HashMap<>();
        Matcher found = BLOCK.matcher(text(document.toString()));
        while (found.find()) {
            String language = found.group(2);
            String content = found.group(3).replaceAll("(?m)^" + found.group(1), "");
            blocks.add(new Block(document.toString(), language, counts.merge(language, 1, Integer::sum), content));
        }
        return blocks;
    }
}
