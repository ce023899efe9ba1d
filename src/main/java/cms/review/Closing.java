package cms.review;

import cms.format.ContentPaths;
import cms.format.ContextFile;
import cms.format.merge.Resolution;
import cms.git.Branch;
import cms.git.ChangeSet;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.FileChange;
import cms.git.MergeResult;
import cms.git.Tree;
import cms.git.Writing;
import cms.githost.Bot;
import cms.platform.failure.Failure;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.review.Moved.Cause;
import cms.review.files.ContentMerger;
import cms.review.files.Reach;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The end of an open change inside one write: it lands, is discarded, or is cleared away. */
final class Closing {
    private static final String MERGE_TOOL = "merge_branch";

    private final ContentPaths paths;
    private final Trunk trunk;
    private final Writing writing;
    private final Instant now;

    Closing(Project project, Trunk trunk, Writing writing, Instant now) {
        this.paths = ContentPaths.under(project.contentRoot());
        this.trunk = trunk;
        this.writing = writing;
        this.now = now;
    }

    static void refuseTrunk(String branch) {
        if (branch.equals(Trunk.NAME)) {
            throw Failure.forbidden("The branch cms holds what has landed and cannot be rejected.");
        }
    }

    Changes.Landed merge(String branch, Actor actor, AllowedModels allowed, List<Resolution> resolutions) {
        CommitId change = tip(branch);
        CommitId tip = trunk.ensure();
        requireReach(tip, change, allowed);
        if (tip.equals(change) || writing.isAncestor(change, tip)) {
            trunk.delete(branch, change, Cause.LANDED);
            return new Changes.Landed(true, tip, null);
        }
        Tree merged = switch (trunk.merge(tip, change, resolutions)) {
            case MergeResult.Merged(Tree tree) -> tree;
            case MergeResult.Conflicted conflicted -> throw ContentMerger.failure(conflicted);
        };
        String message = Trailers.message("Merge " + branch + " into cms", actor);
        CommitId landed = trunk.land(tip, change, merged, operation(change, actor), message);
        trunk.delete(branch, change, Cause.LANDED);
        return new Changes.Landed(true, landed, null);
    }

    /**
     * Discards a change. A push that clashed is in the default branch already, so that its commits are recorded as
     * merged with nothing taken from them; otherwise they would come back with the next look at that branch.
     */
    CommitId reject(String branch, Actor actor, AllowedModels allowed) {
        CommitId change = tip(branch);
        CommitId tip = trunk.ensure();
        requireReach(tip, change, allowed);
        if (branch.startsWith(BranchNames.PUSHED) && trunk.isOnDefaultBranch(change)) {
            String message = Trailers.message("Discard " + branch, actor);
            CommitId kept =
                    writing.commit(writing.tree(tip), ChangeSet.none(), List.of(tip, change), Bot.at(now), message);
            trunk.move(Trunk.NAME, tip, kept, Cause.REJECTED);
            trunk.advance(kept);
        }
        trunk.delete(branch, change, Cause.REJECTED);
        return change;
    }

    /** Deletes those that still stand where they were seen. */
    List<String> delete(List<Branch> branches) {
        List<String> deleted = new ArrayList<>();
        for (Branch branch : branches) {
            if (writing.tip(branch.name()).filter(branch.tip()::equals).isPresent()) {
                trunk.delete(branch.name(), branch.tip(), Cause.CLEANED_UP);
                deleted.add(branch.name());
            }
        }
        return deleted;
    }

    private CommitId tip(String branch) {
        return writing.tip(branch).orElseThrow(() -> Failure.notFound("There is no open change of this name."));
    }

    private void requireReach(CommitId tip, CommitId change, AllowedModels allowed) {
        if (allowed.isAll()) {
            return;
        }
        Tree after = writing.tree(change);
        Tree before = writing.mergeBase(tip, change).map(writing::tree).orElseGet(writing::emptyTree);
        List<FileChange> changes = writing.diff(before, after);
        Reach reach = new Reach(paths, ContentMerger.models(paths, List.of(before, after)), allowed);
        if (!reach.covers(changes)) {
            throw Failure.forbidden("The change touches more than the models that your role in this project covers.");
        }
    }

    private ContextFile.Operation operation(CommitId change, Actor actor) {
        Commit commit = writing.info(change);
        Operation done = Trailers.operation(commit.message(), new Operation(MERGE_TOOL, "", "", List.of()));
        ContextFile.Client client = Trailers.client(commit.message()).orElse(actor.client());
        return new ContextFile.Operation(done.tool(), done.model(), done.locale(), done.entries(), now, client);
    }
}
