package cms.git.mirror;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectIdSubclassMap;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.jspecify.annotations.Nullable;

/** Finds the files below some folders that are not here, in every commit that some tips reach; no folder twice. */
final class MissingFiles {
    private final Repository jgit;
    private final ObjectReader reader;
    private final ObjectIdSubclassMap<ObjectId> seen = new ObjectIdSubclassMap<>();
    private final List<ObjectId> missing = new ArrayList<>();

    private MissingFiles(Repository jgit, ObjectReader reader) {
        this.jgit = jgit;
        this.reader = reader;
    }

    static List<ObjectId> below(Collection<String> folders, Repository jgit, Collection<ObjectId> tips)
            throws IOException {
        try (RevWalk walk = new RevWalk(jgit)) {
            walk.setRetainBody(false);
            for (ObjectId tip : tips) {
                walk.markStart(walk.parseCommit(tip));
            }
            MissingFiles files = new MissingFiles(jgit, walk.getObjectReader());
            ObjectIdSubclassMap<ObjectId> roots = new ObjectIdSubclassMap<>();
            for (RevCommit commit : walk) {
                ObjectId root = commit.getTree().copy();
                if (!roots.contains(root)) {
                    roots.add(root);
                    for (String folder : folders) {
                        files.collect(files.find(root, folder));
                    }
                }
            }
            return files.missing;
        }
    }

    private @Nullable ObjectId find(ObjectId root, String folder) throws IOException {
        ObjectId tree = root;
        for (String name : folder.isEmpty() ? new String[0] : folder.split("/")) {
            CanonicalTreeParser items = items(tree);
            while (!items.eof()
                    && !(isFolder(items) && items.getEntryPathString().equals(name))) {
                items.next();
            }
            if (items.eof()) {
                return null;
            }
            tree = items.getEntryObjectId();
        }
        return tree;
    }

    private void collect(@Nullable ObjectId top) throws IOException {
        Deque<ObjectId> open = new ArrayDeque<>();
        push(top, open);
        while (!open.isEmpty()) {
            for (CanonicalTreeParser items = items(open.pop()); !items.eof(); items.next()) {
                ObjectId id = items.getEntryObjectId();
                if (isFolder(items)) {
                    push(id, open);
                } else if (!items.getEntryFileMode().equals(FileMode.GITLINK) && !seen.contains(id)) {
                    seen.add(id);
                    if (!jgit.getObjectDatabase().has(id)) {
                        missing.add(id);
                    }
                }
            }
        }
    }

    private void push(@Nullable ObjectId tree, Deque<ObjectId> open) {
        if (tree != null && !seen.contains(tree)) {
            seen.add(tree);
            open.push(tree);
        }
    }

    private CanonicalTreeParser items(ObjectId tree) throws IOException {
        return new CanonicalTreeParser(null, reader, tree);
    }

    private static boolean isFolder(CanonicalTreeParser items) {
        return items.getEntryFileMode().equals(FileMode.TREE);
    }
}
