package cms.git.graph;

import cms.platform.failure.Failure;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.lib.ObjectChecker;

/**
 * New names of files and folders that a clone on Windows or macOS could not write. The door for pushes refuses folders
 * that hold such names, so a person who cloned could never push that folder back if the service had made one.
 */
public final class PortableNames {
    private static final ObjectChecker EVERYWHERE = requiredBy(new ObjectChecker());

    private PortableNames() {}

    /** Lets a checker also refuse the names that a client on Windows or macOS refuses: a clone would fail there. */
    public static ObjectChecker requiredBy(ObjectChecker checker) {
        return checker.setSafeForWindows(true).setSafeForMacOS(true);
    }

    /** Refuses new names of a folder that are none elsewhere, or a sibling's there; looks at each item once. */
    static void check(String path, Collection<String> added, List<Folder.Item> items) {
        if (added.isEmpty()) {
            return;
        }
        Map<String, List<String>> alike =
                items.stream().map(Folder.Item::name).collect(Collectors.groupingBy(FoldedName::of));
        for (String name : added) {
            refuseReserved(path, name);
            for (String sibling : alike.getOrDefault(FoldedName.of(name), List.of())) {
                if (!sibling.equals(name)) {
                    throw Failure.conflict("\"" + path + name + "\" would differ from \"" + path + sibling
                            + "\" in capitals alone, and Windows and macOS keep only one of the two.");
                }
            }
        }
    }

    /** Calls the sink with each new name and the other new name that it would be elsewhere. */
    static void compare(Collection<String> added, Collection<String> others, BiConsumer<String, String> alike) {
        if (added.isEmpty() || others.isEmpty()) {
            return;
        }
        Map<String, List<String>> known = others.stream().collect(Collectors.groupingBy(FoldedName::of));
        added.forEach(
                name -> known.getOrDefault(FoldedName.of(name), List.of()).forEach(other -> alike.accept(name, other)));
    }

    private static void refuseReserved(String path, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        try {
            EVERYWHERE.checkPathSegment(bytes, 0, bytes.length);
            if (!WritableNames.isWritable(name, bytes.length)) {
                throw new CorruptObjectException("no name on every system");
            }
        } catch (CorruptObjectException refused) {
            throw Failure.invalid("\"" + path + name + "\" cannot be written: \"" + name
                    + "\" is no name of a file on every system. Choose another one.");
        }
    }
}
