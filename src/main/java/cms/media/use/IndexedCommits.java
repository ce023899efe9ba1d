package cms.media.use;

import cms.git.CommitId;
import cms.git.Repository;
import cms.git.Tree;
import cms.media.use.UseStore.Mark;
import cms.platform.compute.Outside;
import cms.platform.failure.Failure;
import java.util.Collection;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commits of a repository that were indexed, here or by another instance, whose mirror of the same remote host may
 * be further.
 */
record IndexedCommits(Repository repository) {
    private static final Logger LOG = LoggerFactory.getLogger(IndexedCommits.class);

    /** The tree of a commit; empty for one that was removed, or has not come here yet. */
    Optional<Tree> tree(String sha) {
        return CommitId.parse(sha).flatMap(this::tree);
    }

    private Optional<Tree> tree(CommitId commit) {
        try {
            return Optional.of(repository.tree(commit));
        } catch (RuntimeException gone) {
            return Optional.empty();
        }
    }

    /**
     * Whether the mirror lacks a commit that is indexed, and its host cannot be asked for it. A commit that is still
     * missing after the host has answered was removed there.
     */
    boolean areMissing(Collection<Mark> marks) {
        if (marks.stream().allMatch(mark -> tree(mark.commit()).isPresent())) {
            return false;
        }
        try {
            return Outside.waiting(() -> {
                repository.refresh();
                return false;
            });
        } catch (Failure away) {
            LOG.info("{} lacks commits whose uses of assets are indexed: {}", repository.fullName(), away.message());
            return true;
        }
    }
}
