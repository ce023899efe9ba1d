package cms.git.graph;

import cms.platform.failure.Failure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** Writes a change set over a tree: only touched folders are rewritten, and emptied ones vanish. */
final class PathCopy {
    private final PendingObjects objects;

    PathCopy(PendingObjects objects) {
        this.objects = objects;
    }

    /** The changes below one folder. */
    private static final class Touched {
        private final Map<String, Touched> folders = new HashMap<>();
        private final Map<String, Optional<Blob>> files = new HashMap<>();
    }

    /** The name of the root tree with the changes applied; an empty tree when no file is left. */
    ObjectId apply(ObjectId root, Map<String, Optional<Blob>> changes) {
        if (changes.isEmpty()) {
            return root;
        }
        ObjectId tree = rewrite(root, touched(changes), "");
        return tree == null ? objects.put(Constants.OBJ_TREE, new byte[0]) : tree;
    }

    private static Touched touched(Map<String, Optional<Blob>> changes) {
        Touched root = new Touched();
        changes.forEach((path, blob) -> {
            Touched folder = root;
            String[] segments = path.split("/");
            for (int i = 0; i < segments.length - 1; i++) {
                folder = folder.folders.computeIfAbsent(segments[i], name -> new Touched());
            }
            folder.files.put(segments[segments.length - 1], blob);
        });
        return root;
    }

    private @Nullable ObjectId rewrite(@Nullable ObjectId old, Touched touched, String path) {
        List<Folder.Item> items = new ArrayList<>();
        Set<String> added = new HashSet<>();
        Map<String, Folder.Item> files = new HashMap<>();
        Map<String, ObjectId> folders = new HashMap<>();
        for (Folder.Item item :
                old == null ? List.<Folder.Item>of() : objects.folder(old).items()) {
            if (item.isFolder() && touched.folders.containsKey(item.name())) {
                folders.put(item.name(), item.id());
            } else if (!item.isFolder() && touched.files.containsKey(item.name())) {
                files.put(item.name(), item);
            } else {
                items.add(item);
            }
        }
        touched.files.forEach((name, blob) -> blob.ifPresent(content -> {
            if (!files.containsKey(name)) {
                added.add(name);
            }
            items.add(file(name, content, files.get(name)));
        }));
        touched.folders.forEach((name, below) -> {
            ObjectId tree = rewrite(folders.get(name), below, path + name + "/");
            if (tree != null) {
                if (!folders.containsKey(name)) {
                    added.add(name);
                }
                items.add(Folder.Item.of(name, FileMode.TREE, tree));
            }
        });
        refuseClashes(items, path);
        PortableNames.check(path, added, items);
        return items.isEmpty() ? null : objects.put(Constants.OBJ_TREE, Folder.format(items));
    }

    /** An unchanged blob is referenced and not written again: it is as durable as the tree that has it. */
    private Folder.Item file(String name, Blob content, Folder.@Nullable Item before) {
        boolean executable = before != null && before.isExecutable();
        boolean kept = before != null && before.id().equals(content.name());
        return Folder.Item.of(
                name,
                content.mode().orElse(executable ? FileMode.EXECUTABLE_FILE : FileMode.REGULAR_FILE),
                kept ? content.name() : objects.put(content));
    }

    private static void refuseClashes(List<Folder.Item> items, String path) {
        Set<String> names = new HashSet<>();
        for (Folder.Item item : items) {
            if (!names.add(item.name())) {
                throw Failure.conflict("\"" + path + item.name() + "\" would be a file and a folder at the same time.");
            }
        }
    }
}
