package cms.review.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The last paragraph of a commit message: lines of {@code Name: value}. */
public final class TrailerLines {
    private final List<String> lines = new ArrayList<>();

    /** Adds a line; control characters become blanks, an empty value adds nothing. */
    public TrailerLines add(String name, String value) {
        String line = value.replaceAll("\\p{Cntrl}+", " ").strip();
        if (!line.isEmpty()) {
            lines.add(name + ": " + line);
        }
        return this;
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** A message that ends with these lines. */
    public String under(String text) {
        return isEmpty() ? text.strip() + "\n" : text.strip() + "\n\n" + String.join("\n", lines) + "\n";
    }

    /** All values of one name, in order. */
    static List<String> all(String message, String name) {
        String text = message.strip();
        int start = text.lastIndexOf("\n\n");
        String prefix = name + ": ";
        return start < 0
                ? List.of()
                : text.substring(start + 2)
                        .lines()
                        .filter(line -> line.startsWith(prefix))
                        .map(line -> line.substring(prefix.length()))
                        .toList();
    }

    /** The trailers of this service in a message, the first of each name; the co-author is among them. */
    static Map<String, String> read(String message) {
        String text = message.strip();
        int start = text.lastIndexOf("\n\n");
        Map<String, String> found = new LinkedHashMap<>();
        if (start < 0) {
            return found;
        }
        text.substring(start + 2).lines().forEach(line -> {
            int colon = line.indexOf(": ");
            String name = line.toLowerCase(Locale.ROOT);
            if (colon > 0 && (name.startsWith("cms-") || name.startsWith("co-authored-by"))) {
                found.putIfAbsent(line.substring(0, colon), line.substring(colon + 2));
            }
        });
        return found;
    }
}
