package cms.delivery.build;

import cms.format.ContentPaths;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.Tree;
import cms.githost.Hosting;
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

    /**
     * The tip of a branch. The host is asked first where the copy here does not contain the last release: another
     * instance may have published what has not come here yet, which must neither be replaced nor count as lost.
     *
     * @throws Failure UNAVAILABLE when the host does not answer
     */
    public static Optional<CommitId> tip(
            Hosting hosting, Repository repository, Optional<Published> before, String branch) {
        Optional<CommitId> here = hosting.tip(repository.fullName(), branch);
        if (before.isEmpty() || here.isEmpty() || contains(repository, before.get(), branch, here.get())) {
            return here;
        }
        hosting.refresh(repository.fullName());
        return repository.tip(branch);
    }

    /** Whether the tip of the branch of a release contains it; of another branch, whether the commit is stored. */
    private static boolean contains(Repository repository, Published before, String branch, CommitId tip) {
        Optional<CommitId> released = released(repository, before);
        return before.commitSha().equals(tip.sha())
                || released.filter(commit -> !before.branch().equals(branch) || repository.isAncestor(commit, tip))
                        .isPresent();
    }

    private static Optional<CommitId> released(Repository repository, Published before) {
        return CommitId.parse(before.commitSha()).filter(commit -> isStored(repository, commit));
    }

    /** Why the tip is not released, in a sentence; empty when it may be. */
    public static Optional<String> of(
            Project project, Repository repository, Published before, String branch, CommitId tip) {
        if (!before.branch().equals(branch)
                || !branch.equals(project.defaultBranch())
                || before.commitSha().equals(tip.sha())) {
            return Optional.empty();
        }
        String config = ContentPaths.under(project.contentRoot()).config();
        Optional<CommitId> released = released(repository, before);
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
