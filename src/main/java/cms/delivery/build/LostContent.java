package cms.delivery.build;

import cms.format.ContentPaths;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.Tree;
import cms.platform.failure.Failure;
import cms.project.Project;
import java.util.Optional;

/**
 * Detects a default branch that has lost the published content, by a forced push for instance: readers keep the last
 * release until a person has decided. Another branch that is named as {@code cdn_branch} is followed wherever it moves.
 */
public final class LostContent {
    private LostContent() {}

    /** The branch and the commit of the last release, which readers get. */
    public record Published(String branch, String commitSha) {}

    /** Why the tip is not released, in a sentence; empty when it may be. */
    public static Optional<String> of(
            Project project, Repository repository, Published before, String branch, CommitId tip) {
        if (!before.branch().equals(branch)
                || !branch.equals(project.defaultBranch())
                || before.commitSha().equals(tip.sha())) {
            return Optional.empty();
        }
        String config = ContentPaths.under(project.contentRoot()).config();
        Optional<CommitId> released = CommitId.parse(before.commitSha()).filter(commit -> isStored(repository, commit));
        if (released.filter(commit -> repository.isAncestor(commit, tip)).isEmpty()) {
            return Optional.of("The branch " + branch + " does not contain what is published (" + before.commitSha()
                    + ") any more, so the last release stays. Merge or reject the change below cr/push/.");
        }
        boolean lost = isThere(repository.tree(released.get()), config) && !isThere(repository.tree(tip), config);
        return lost
                ? Optional.of("The branch " + branch + " has lost " + config
                        + ", so the last release stays. Bring the file back.")
                : Optional.empty();
    }

    /** Whether the repository still holds a commit; one that no branch reaches is removed after a while. */
    private static boolean isStored(Repository repository, CommitId commit) {
        try {
            return repository.commit(commit).id().equals(commit);
        } catch (Failure gone) {
            return false;
        }
    }

    private static boolean isThere(Tree tree, String path) {
        return tree.blob(path).isPresent();
    }
}
