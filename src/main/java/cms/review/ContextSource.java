package cms.review;

import cms.git.Tree;
import cms.project.Project;
import java.time.Instant;
import java.util.Optional;

/** Makes context.json anew for each landing; implemented by {@code content}, which alone can count entries. */
@FunctionalInterface
public interface ContextSource {
    /**
     * The bytes of the file for the merged tree; empty leaves it out (no data directory).
     *
     * <p>It runs inside the repository's single write: pure computation over the two trees, no waiting.
     *
     * @param before the files of {@code cms} before this landing, whose context.json counts as known
     */
    Optional<byte[]> context(Project project, Tree before, Tree merged, Operation operation, Instant at);
}
