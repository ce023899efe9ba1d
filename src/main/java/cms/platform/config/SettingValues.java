package cms.platform.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The raw values of a reading: known names, given texts, and the problems found so far. */
final class SettingValues {
    private static final String FILE_SUFFIX = "_FILE";
    private static final int SHOWN_CHARS_MAX = 80;

    private final String prefix;
    private final Map<String, String> environment;
    private final SortedSet<String> known = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();

    SettingValues(String prefix, Map<String, String> environment) {
        this.prefix = prefix;
        this.environment = environment;
    }

    SortedSet<String> names() {
        return known;
    }

    void problem(String message) {
        problems.add(message);
    }

    /** All problems of the read settings, and every given name with the service's prefix that was not read. */
    List<String> problems() {
        List<String> all = new ArrayList<>(problems);
        environment.keySet().stream()
                .filter(name -> name.startsWith(prefix) && !known.contains(name))
                .sorted()
                .map(name -> name + " is not a setting of this service"
                        + nearestName(name)
                                .map(near -> "; did you mean " + near + "?")
                                .orElse("."))
                .forEach(all::add);
        return all;
    }

    /** The setting that a wrong name stands for, perhaps with the ending of a file that it cannot have. */
    private Optional<String> nearestName(String wrong) {
        String withoutTwin =
                wrong.endsWith(FILE_SUFFIX) ? wrong.substring(0, wrong.length() - FILE_SUFFIX.length()) : wrong;
        return known.contains(withoutTwin) ? Optional.of(withoutTwin) : NearestName.of(wrong, known);
    }

    /** Whether the setting, or the file named in its place, is given. */
    boolean isGiven(String name) {
        return text(name) != null || known.contains(name + FILE_SUFFIX) && text(name + FILE_SUFFIX) != null;
    }

    <T> @Nullable T open(String name, Function<String, T> parse) {
        known.add(name);
        String text = text(name);
        return text == null ? null : parsed(name, text, " is \"" + shown(text) + "\"; it must be ", parse);
    }

    <T> @Nullable T secret(String name, Function<String, T> parse) {
        known.add(name);
        known.add(name + FILE_SUFFIX);
        String text = text(name);
        String file = text(name + FILE_SUFFIX);
        if (text != null && file != null) {
            problem(name + " and " + name + FILE_SUFFIX + " are both given; keep one of them.");
            return null;
        }
        if (file != null) {
            String content = contentOf(name + FILE_SUFFIX, file);
            return content == null ? null : parsed(name + FILE_SUFFIX, content, " names a file that must hold ", parse);
        }
        return text == null ? null : parsed(name, text, " must be ", parse);
    }

    private <T> @Nullable T parsed(String name, String text, String link, Function<String, T> parse) {
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException expectation) {
            problem(name + link + expectation.getMessage() + ".");
            return null;
        }
    }

    private @Nullable String contentOf(String name, String file) {
        try {
            String content = Files.readString(Path.of(file)).stripTrailing();
            if (content.isEmpty()) {
                problem(name + " names " + shown(file) + ", which is empty.");
                return null;
            }
            return content;
        } catch (IOException | IllegalArgumentException unreadable) {
            problem(name + " names " + shown(file) + ", which cannot be read.");
            return null;
        }
    }

    /** An empty text counts as not given: that is how an unused line of an environment file looks. */
    private @Nullable String text(String name) {
        String text = environment.get(name);
        return text == null || text.isBlank() ? null : text.strip();
    }

    private static String shown(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", "?");
        return plain.length() <= SHOWN_CHARS_MAX ? plain : plain.substring(0, SHOWN_CHARS_MAX) + "…";
    }
}
