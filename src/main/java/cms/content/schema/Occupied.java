package cms.content.schema;

import cms.git.ChangeSet;
import cms.git.Tree;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds what is in the way of files that are going to be written to a tree; each folder is listed once. */
final class Occupied {
    private final Tree tree;
    private final Map<String, Map<String, Tree.Entry>> folders = new HashMap<>();

    Occupied(Tree tree) {
        this.tree = tree;
    }

    /**
     * The first path that a put would overwrite, or the file that stands where a put needs a folder; paths that
     * {@code own} accepts do not count.
     */
    Optional<String> firstOf(ChangeSet changes, Predicate<String> own) {
        return changes.paths().stream()
                .filter(path -> changes.blob(path).isPresent() && !own.test(path))
                .flatMap(path -> Optional.ofNullable(at(path)).stream())
                .findFirst();
    }

    private @Nullable String at(String path) {
        int slash = -1;
        do {
            String folder = slash < 0 ? "" : path.substring(0, slash);
            slash = path.indexOf('/', slash + 1);
            String next = slash < 0 ? path : path.substring(0, slash);
            Tree.Entry found = folders.computeIfAbsent(folder, this::list).get(next);
            if (found == null) {
                return null;
            }
            if (slash < 0 || found.kind() != Tree.Kind.FOLDER) {
                return next;
            }
        } while (slash >= 0);
        return null;
    }

    private Map<String, Tree.Entry> list(String folder) {
        Map<String, Tree.Entry> entries = new HashMap<>();
        tree.entries(folder).forEach(entry -> entries.put(entry.path(), entry));
        return entries;
    }
}
