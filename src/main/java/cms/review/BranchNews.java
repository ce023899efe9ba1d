package cms.review;

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
}
