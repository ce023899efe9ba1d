package cms.review.files;

import cms.format.ContentPaths;
import cms.format.merge.Conflict;
import cms.format.merge.Resolution;
import cms.git.CommitId;
import cms.git.MergeResult;
import cms.git.Tree;
import cms.git.Writing;
import cms.platform.failure.Failure;
import cms.platform.heap.HeapShare;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A merge of two versions of a project: models and fields are found where either side put them, then file by file
 * (design 5).
 */
public final class ContentMerge {
    private final ContentPaths paths;
    private final Writing writing;
    private final List<Resolution> resolutions;

    /** Counts what the values that clash take of the heap: each file alone may be as large as files may be. */
    static final class Clashes {
        private long left = HeapShare.CLASHES.bytes();

        /** @throws Failure UNPROCESSABLE where all of them take too much */
        void add(Conflict clash) {
            left -= clash.heldBytes();
            if (left < 0) {
                throw Failure.unprocessable(
                                ("The values that clash take more than %,d MB of memory together. Merge the two"
                                                + " branches with Git, and push the result; until then everything stays"
                                                + " as it is.")
                                        .formatted(Math.max(1, HeapShare.CLASHES.bytes() >> 20)))
                        .withCode(TreeModels.TOO_MANY_VALUES);
            }
        }
    }

    /** {@code resolutions}: a person's decisions about values that clash. */
    public ContentMerge(ContentPaths paths, Writing writing, List<Resolution> resolutions) {
        this.paths = paths;
        this.writing = writing;
        this.resolutions = List.copyOf(resolutions);
    }

    /**
     * Merges two commits over their merge base.
     *
     * @throws Failure UNPROCESSABLE (code {@code content.too_many_values}) where their models, or the values that
     *     clash, take too much memory; as in every merge
     */
    public MergeResult of(CommitId ours, CommitId theirs) {
        Tree mine = writing.tree(ours);
        Tree other = writing.tree(theirs);
        ContentMerger lower = new ContentMerger(paths, new ModelFiles(paths), new Clashes(), mine, other, List.of());
        Tree base = writing.base(ours, theirs, lower);
        return of(base, mine, other);
    }

    /** Merges two trees over a given base, for saves of forms that were opened earlier and for undoing. */
    public MergeResult of(Tree base, Tree ours, Tree theirs) {
        Sides sides = new Sides(base, ours, theirs);
        ModelFiles files = new ModelFiles(paths);
        Clashes clashes = new Clashes();
        ModelRemovals removals = new ModelRemovals(paths, files, clashes, writing, resolutions);
        if (!files.sameModels(base, ours) || !files.sameModels(base, theirs)) {
            sides = new ModelMoves(paths, files, writing).followed(sides);
            sides = removals.settled(new FieldMoves(paths, files, writing).followed(sides));
        }
        ContentMerger merger = new ContentMerger(paths, files, clashes, sides.ours(), sides.theirs(), resolutions);
        MergeResult result = writing.merge(sides.base(), sides.ours(), sides.theirs(), merger);
        if (removals.open().isEmpty()) {
            return merger.completed(writing, result, removals.used());
        }
        List<MergeResult.ConflictedPath> conflicts = new ArrayList<>(removals.open());
        if (result instanceof MergeResult.Conflicted more) {
            conflicts.addAll(more.conflicts());
        }
        conflicts.sort(Comparator.comparing(MergeResult.ConflictedPath::path));
        return new MergeResult.Conflicted(conflicts);
    }
}
