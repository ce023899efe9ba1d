package cms.review;

import cms.git.CommitId;
import cms.project.Project;

/** Announced once a person has decided about an open change (spec 6.3). */
public sealed interface BranchNews {
    /** The branch as it was called. */
    String branch();

    /** {@code sha} is the commit on {@code cms}. */
    record BranchMerged(String projectId, String workspaceId, String branch, String sha, String userId)
            implements BranchNews {}

    /** {@code sha} is the commit that was discarded. */
    record BranchRejected(String projectId, String workspaceId, String branch, String sha, String userId)
            implements BranchNews {}

    static BranchMerged merged(Project project, String branch, CommitId sha, Actor actor) {
        return new BranchMerged(project.id(), project.workspaceId(), branch, sha.sha(), actor.id());
    }

    static BranchRejected rejected(Project project, String branch, CommitId sha, Actor actor) {
        return new BranchRejected(project.id(), project.workspaceId(), branch, sha.sha(), actor.id());
    }
}
