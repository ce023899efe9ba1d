package cms.git.graph;

import cms.platform.failure.Failure;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.lib.ObjectChecker;

/**
 * New names of files and folders that a clone on Windows or macOS could not write. The door for pushes refuses folders
 * that hold such names, so whoever clones could never send that folder back if the service had made one.
 */
final class PortableNames {
    private static final ObjectChecker EVERYWHERE =
            new ObjectChecker().setSafeForWindows(true).setSafeForMacOS(true);

    private PortableNames() {}

    /**
     * Refuses new names of the folder {@code path} that are none elsewhere, or are those of a sibling there. Looks at each
     * item once, however many are new.
     */
    static void check(String path, Collection<String> added, List<Folder.Item> items) {
        if (added.isEmpty()) {
            return;
        }
        Map<String, List<String>> alike =
                items.stream().map(Folder.Item::name).collect(Collectors.groupingBy(PortableNames::folded));
        for (String name : added) {
            refuseReserved(path, name);
            for (String sibling : alike.getOrDefault(folded(name), List.of())) {
                if (!sibling.equals(name)) {
                    throw Failure.conflict("\"" + path + name + "\" would differ from \"" + path + sibling
                            + "\" in capitals alone, and Windows and macOS keep only one of the two.");
                }
            }
        }
    }

    private static void refuseReserved(String path, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        try {
            EVERYWHERE.checkPathSegment(bytes, 0, bytes.length);
        } catch (CorruptObjectException refused) {
            throw Failure.invalid("\"" + path + name + "\" cannot be written: \"" + name
                    + "\" is no name of a file on every system. Choose another one.");
        }
    }

    /** The form that names share which differ in capitals or in how an accent is encoded. */
    private static String folded(String name) {
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
