package cms.review;

import cms.project.AllowedModels;
import cms.review.branch.BranchNames;
import cms.review.branch.OpenChanges;
import java.time.Instant;
import java.util.Optional;

/**
 * The state of open changes (reference 3.4); many of them are a warning and never block a write.
 *
 * @param parkedPush the branch that holds a push to the default branch which could not be merged into {@code cms}
 * @param defaultBranch {@code current}, {@code behind} what has landed, or {@code diverged} from it
 */
public record BranchHealth(int unmergedCount, Optional<String> parkedPush, String defaultBranch, Instant lastChecked) {
    /** Open changes from which the health is a warning. */
    private static final int OPEN_CHANGES_WARNING = 50;

    /** The state of the open changes that the caller may see; a caller with a list of models sees no parked push. */
    static BranchHealth of(OpenChanges open, AllowedModels allowed, Instant now) {
        return new BranchHealth(
                open.openCount(branch -> BranchNames.isVisible(branch.name(), allowed)),
                allowed.isAll() ? open.parkedPush() : Optional.empty(),
                open.defaultBranchState(),
                now);
    }

    /** {@code ok} or {@code warning}. */
    public String status() {
        boolean many = unmergedCount >= OPEN_CHANGES_WARNING;
        return many || parkedPush.isPresent() || !defaultBranch.equals("current") ? "warning" : "ok";
    }
}
