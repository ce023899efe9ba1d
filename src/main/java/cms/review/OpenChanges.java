package cms.review;

import cms.format.ContentPaths;
import cms.git.Branch;
import cms.git.CommitId;
import cms.git.FileChange;
import cms.git.Repository;
import cms.git.Tree;
import cms.platform.failure.Failure;
import cms.project.AllowedModels;
import cms.review.files.Comparison;
import cms.review.files.ContentMerger;
import cms.review.files.Reach;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The {@code cr/*} branches of one repository, looked at and not moved. */
final class OpenChanges {
    /** What a clean-up removed, and how many changes are left. */
    record Cleanup(List<String> deleted, int remaining) {
        Cleanup {
            deleted = List.copyOf(deleted);
        }
    }

    private final Repository repository;
    private final String defaultBranch;
    private final ContentPaths paths;

    OpenChanges(Repository repository, String defaultBranch, ContentPaths paths) {
        this.repository = repository;
        this.defaultBranch = defaultBranch;
        this.paths = paths;
    }

    /**
     * What the branch changed since it left {@code cms}. What landed there in the meantime belongs to others and is
     * not shown as undone.
     */
    List<Comparison.File> diff(String branch, AllowedModels allowed) {
        CommitId tip =
                repository.tip(branch).orElseThrow(() -> Failure.notFound("There is no open change of this name."));
        Tree after = repository.tree(tip);
        Tree before = trunk().flatMap(trunk -> repository.mergeBase(trunk, tip))
                .map(repository::tree)
                .orElseGet(repository::emptyTree);
        Reach reach = new Reach(paths, ContentMerger.models(paths, List.of(before, after)), allowed);
        List<FileChange> seen =
                repository.diff(before, after).stream().filter(reach::covers).toList();
        return new Comparison(before, after).of(seen);
    }

    BranchHealth health(Instant now) {
        return new BranchHealth(openCount(), parkedPush(), now);
    }

    /** Changes that have not landed. */
    int openCount() {
        List<Branch> all = repository.branches(BranchNames.PREFIX);
        return all.size() - merged(all).size();
    }

    /** Branches whose whole history is in {@code cms}. */
    List<Branch> merged() {
        return merged(repository.branches(BranchNames.PREFIX));
    }

    private List<Branch> merged(List<Branch> branches) {
        Optional<CommitId> trunk = trunk();
        return branches.stream()
                .filter(branch -> trunk.filter(
                                tip -> tip.equals(branch.tip()) || repository.isAncestor(branch.tip(), tip))
                        .isPresent())
                .toList();
    }

    /** The branch of a push that clashed with {@code cms}, as long as the default branch still stands there. */
    private Optional<String> parkedPush() {
        Optional<CommitId> main = repository.tip(defaultBranch);
        return repository.branches(BranchNames.PUSHED).stream()
                .filter(branch -> main.filter(branch.tip()::equals).isPresent())
                .map(Branch::name)
                .findFirst();
    }

    private Optional<CommitId> trunk() {
        return repository.tip(Trunk.NAME).or(() -> repository.tip(defaultBranch));
    }
}
