package cms.content.health;

import cms.content.api.HealthItem;
import cms.format.ContentBranches;
import cms.format.ModelDefinition.ProblemSeverity;
import cms.git.Branch;
import cms.git.CommitId;
import cms.git.Repository;
import cms.project.AllowedModels;
import java.util.List;
import java.util.Optional;

/** A push to the default branch that clashes with {@code cms} and waits on a branch for a person (design 2.2). */
public final class ParkedPush {
    private ParkedPush() {}

    /** Branches are only listed when the default branch has something that {@code cms} has not. */
    public static Optional<Branch> find(Repository repository, String defaultBranch, CommitId cms) {
        return repository
                .tip(defaultBranch)
                .filter(pushed -> !pushed.equals(cms) && !repository.isAncestor(pushed, cms))
                .flatMap(pushed -> repository.branches(ContentBranches.PUSHED).stream()
                        .filter(branch -> repository.isAncestor(pushed, branch.tip()))
                        .findFirst());
    }

    /** The finding, which concerns everybody; a caller with a list of models is not told the branch. */
    public static List<HealthItem> items(Optional<Branch> parked, AllowedModels seen) {
        return parked.map(branch -> seen.isAll() ? named(branch) : unnamed()).stream()
                .map(message -> HealthItem.of(HealthItem.CONFIG, "push_conflict", ProblemSeverity.ERROR, message))
                .toList();
    }

    private static String named(Branch branch) {
        return "The last push to the default branch clashes with cms; it waits on " + branch.name()
                + " to be merged with decisions, and what lands meanwhile does not reach the default branch.";
    }

    private static String unnamed() {
        return "The last push to the default branch clashes with cms; until somebody who sees all models merges it with"
                + " decisions, what lands does not reach the default branch.";
    }
}
