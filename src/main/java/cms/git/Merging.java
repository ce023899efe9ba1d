package cms.git;

import cms.git.graph.CommitGraph;
import cms.git.graph.Folder;
import cms.git.graph.PendingObjects;
import cms.git.graph.Trees;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Three-way merge of commits. With several merge bases (histories that crossed) they are merged first into a virtual
 * one, youngest first, each over its own merge base; where the bases clash, the virtual one keeps the file of their
 * base, so that a real difference shows as a conflict of the merge and never as a silent choice.
 */
final class Merging {
    private static final int DEPTH_MAX = 8;

    private final PendingObjects objects;
    private final CommitGraph history;
    private final FileMerger merger;

    Merging(PendingObjects objects, FileMerger merger) {
        this.objects = objects;
        this.history = new CommitGraph(objects);
        this.merger = merger;
    }

    MergeResult trees(ObjectId base, ObjectId ours, ObjectId theirs) {
        Files files = new Files();
        ObjectId merged = Trees.merge(objects, base, ours, theirs, files);
        files.conflicts.sort(Comparator.comparing(MergeResult.ConflictedPath::path));
        return files.conflicts.isEmpty()
                ? new MergeResult.Merged(new Tree(objects, merged))
                : new MergeResult.Conflicted(files.conflicts);
    }

    /** The common state of two commits. */
    ObjectId base(ObjectId ours, ObjectId theirs) {
        return base(ours, theirs, 0);
    }

    private ObjectId base(ObjectId ours, ObjectId theirs, int depth) {
        List<ObjectId> bases = history.mergeBases(ours, theirs);
        if (bases.isEmpty()) {
            return objects.put(Constants.OBJ_TREE, new byte[0]);
        }
        ObjectId first = bases.getFirst();
        ObjectId virtual = history.tree(first);
        if (depth == DEPTH_MAX) {
            return virtual;
        }
        for (ObjectId next : bases.subList(1, bases.size())) {
            ObjectId below = base(first, next, depth + 1);
            virtual = Trees.merge(objects, below, virtual, history.tree(next), new Files());
        }
        return virtual;
    }

    /** Calls the merger for the files of one merge; a conflicting path keeps the base's file in the tree. */
    private final class Files implements Trees.Judge {
        /** Largest file that is given to a merger; two changes of a larger one are a conflict. */
        private static final long FILE_BYTES_MAX = 32L << 20;

        private final List<MergeResult.ConflictedPath> conflicts = new ArrayList<>();

        @Override
        public Folder.@Nullable Item file(String path, Trees.Trio trio) {
            if (!mergeable(trio.base()) || !mergeable(trio.ours()) || !mergeable(trio.theirs())) {
                return merger.side(path)
                        .map(side -> Optional.ofNullable(
                                switch (side) {
                                    case OURS -> trio.ours();
                                    case THEIRS -> trio.theirs();
                                }))
                        .orElseGet(() -> {
                            conflicts.add(new MergeResult.ConflictedPath(path, List.of()));
                            return Optional.ofNullable(trio.base());
                        })
                        .orElse(null);
            }
            Folder.Item ours = trio.ours();
            Folder.Item theirs = trio.theirs();
            if (ours != null && theirs != null && ours.id().equals(theirs.id())) {
                return withContent(trio, ours.id());
            }
            return switch (merger.merge(path, bytes(trio.base()), bytes(ours), bytes(theirs))) {
                case FileMerger.Content content ->
                    withContent(
                            trio,
                            objects.put(Constants.OBJ_BLOB, content.bytes().clone()));
                case FileMerger.Removal() -> null;
                case FileMerger.Clash clash -> {
                    conflicts.add(new MergeResult.ConflictedPath(path, clash.details()));
                    yield trio.base();
                }
            };
        }

        @Override
        public boolean clash(String path, boolean isOurs) {
            Optional<FileMerger.Side> side = merger.side(path);
            if (side.isEmpty()) {
                conflicts.add(new MergeResult.ConflictedPath(path, List.of()));
            }
            return side.filter(stands -> (stands == FileMerger.Side.OURS) == isOurs)
                    .isPresent();
        }

        @Override
        public void alike(String path, String sibling) {
            conflicts.add(new MergeResult.ConflictedPath(path, List.of(new MergeResult.Alike(path, sibling))));
        }

        private boolean mergeable(Folder.@Nullable Item item) {
            return item == null || item.isFile() && objects.size(item.id()) <= FILE_BYTES_MAX;
        }

        private byte @Nullable [] bytes(Folder.@Nullable Item item) {
            return item == null
                    ? null
                    : objects.read(item.id(), Constants.OBJ_BLOB, FILE_BYTES_MAX)
                            .clone();
        }

        /** Merges the mode like a value: the side that changed it wins. */
        private static Folder.Item withContent(Trees.Trio trio, ObjectId content) {
            Folder.Item base = trio.base();
            Folder.Item ours = trio.ours();
            Folder.Item theirs = trio.theirs();
            Folder.Item named = trio.named();
            int mode = named.mode();
            if (ours != null && theirs != null) {
                mode = base != null && base.mode() == ours.mode() ? theirs.mode() : ours.mode();
            }
            return new Folder.Item(named.name(), named.raw(), mode, content);
        }
    }
}
