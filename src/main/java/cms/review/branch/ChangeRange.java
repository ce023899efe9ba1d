package cms.review.branch;

import cms.git.CommitId;
import java.util.Optional;

/**
 * The position of a branch relative to {@code cms}.
 *
 * @param tip the tip of the branch, which a merge or a rejection can name
 * @param base the commit where it left {@code cms}; empty where they have no commit in common
 * @param onto the tip of {@code cms}; empty before anything has landed
 * @param commits the number of commits of the branch that {@code cms} does not have, at most a thousand
 */
public record ChangeRange(CommitId tip, Optional<CommitId> base, Optional<CommitId> onto, int commits) {}
