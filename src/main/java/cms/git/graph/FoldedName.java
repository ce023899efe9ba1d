package cms.git.graph;

import java.text.Normalizer;
import java.util.Locale;

/** The form of a file's name that Windows and macOS compare. */
final class FoldedName {
    private FoldedName() {}

    /** The form that names share which differ in capitals or in how an accent is encoded. */
    static String of(String name) {
        if (name.chars().allMatch(c -> c < 0x80)) {
            return name.toLowerCase(Locale.ROOT);
        }
        return Normalizer.normalize(name, Normalizer.Form.NFC)
                .toLowerCase(Locale.ROOT)
                .codePoints()
                .map(c -> Character.toLowerCase(Character.toUpperCase(c)))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
