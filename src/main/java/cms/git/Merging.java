package cms.git;

import java.util.List;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Three-way merge of commits. With several merge bases (histories that crossed) they are merged first into a virtual
 * one, youngest first, each over its own merge base; where the bases clash, the virtual one keeps the file of their
 * base, so that a real difference shows as a conflict of the merge and never as a silent choice.
 */
final class Merging {
    private static final int DEPTH_MAX = 8;

    private final PendingObjects objects;
    private final History history;

    Merging(PendingObjects objects) {
        this.objects = objects;
        this.history = new History(objects);
    }

    MergeResult commits(CommitId ours, CommitId theirs, FileMerger merger) {
        ObjectId base = base(ours, theirs, merger, 0);
        return result(base, history.tree(ours), history.tree(theirs), merger);
    }

    MergeResult trees(Tree base, Tree ours, Tree theirs, FileMerger merger) {
        return result(base.root(), ours.root(), theirs.root(), merger);
    }

    private MergeResult result(ObjectId base, ObjectId ours, ObjectId theirs, FileMerger merger) {
        TreeMerge merge = new TreeMerge(objects, merger);
        ObjectId merged = merge.merge(base, ours, theirs);
        return merge.conflicts().isEmpty()
                ? new MergeResult.Merged(new Tree(objects, merged))
                : new MergeResult.Conflicted(merge.conflicts());
    }

    private ObjectId base(CommitId ours, CommitId theirs, FileMerger merger, int depth) {
        List<CommitId> bases = history.mergeBases(ours, theirs);
        if (bases.isEmpty()) {
            return objects.put(Constants.OBJ_TREE, new byte[0]);
        }
        CommitId first = bases.getFirst();
        ObjectId virtual = history.tree(first);
        if (depth == DEPTH_MAX) {
            return virtual;
        }
        for (CommitId next : bases.subList(1, bases.size())) {
            ObjectId below = base(first, next, merger, depth + 1);
            virtual = new TreeMerge(objects, merger).merge(below, virtual, history.tree(next));
        }
        return virtual;
    }
}
