package cms.review.files;

import cms.format.ContentPaths;
import cms.format.merge.Resolution;
import cms.git.CommitId;
import cms.git.MergeResult;
import cms.git.Tree;
import cms.git.Writing;
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

    /** {@code resolutions}: a person's decisions about values that clash. */
    public ContentMerge(ContentPaths paths, Writing writing, List<Resolution> resolutions) {
        this.paths = paths;
        this.writing = writing;
        this.resolutions = List.copyOf(resolutions);
    }

    /** Merges two commits over their merge base. */
    public MergeResult of(CommitId ours, CommitId theirs) {
        Tree mine = writing.tree(ours);
        Tree other = writing.tree(theirs);
        Tree base = writing.base(ours, theirs, new ContentMerger(paths, mine, other, List.of()));
        return of(base, mine, other);
    }

    /** Merges two trees over a given base, for saves of forms that were opened earlier and for undoing. */
    public MergeResult of(Tree base, Tree ours, Tree theirs) {
        Sides sides = new Sides(base, ours, theirs);
        ModelFiles files = new ModelFiles(paths);
        ModelRemovals removals = new ModelRemovals(paths, files, writing, resolutions);
        if (!files.sameModels(base, ours) || !files.sameModels(base, theirs)) {
            sides = new ModelMoves(paths, files, writing).followed(sides);
            sides = removals.settled(new FieldMoves(paths, files, writing).followed(sides));
        }
        ContentMerger merger = new ContentMerger(paths, sides.ours(), sides.theirs(), resolutions);
        MergeResult result = writing.merge(sides.base(), sides.ours(), sides.theirs(), merger);
        if (removals.open().isEmpty()) {
            return merger.completed(writing, result, removals.used());
        }
        List<MergeResult.Conflict> conflicts = new ArrayList<>(removals.open());
        if (result instanceof MergeResult.Conflicted more) {
            conflicts.addAll(more.conflicts());
        }
        conflicts.sort(Comparator.comparing(MergeResult.Conflict::path));
        return new MergeResult.Conflicted(conflicts);
    }
}
