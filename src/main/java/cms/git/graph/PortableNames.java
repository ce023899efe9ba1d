package cms.git.graph;

import cms.platform.failure.Failure;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
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

    /** Refuses new names of the folder {@code path} that are none elsewhere, or are those of a sibling there. */
    static void check(String path, Collection<String> added, List<Folder.Item> items) {
        for (String name : added) {
            refuseReserved(path, name);
            String folded = folded(name);
            for (Folder.Item item : items) {
                if (!item.name().equals(name) && isAlike(item.name(), name, folded)) {
                    throw Failure.conflict("\"" + path + name + "\" would differ from \"" + path + item.name()
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

    private static boolean isAlike(String one, String name, String folded) {
        return one.equalsIgnoreCase(name) || !isAscii(one) && folded(one).equals(folded);
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    private static String folded(String name) {
        return Normalizer.normalize(name, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    }
}
