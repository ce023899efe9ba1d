package cms.review.submit;

import cms.format.ContextFile;
import cms.git.Tree;
import cms.project.Project;
import java.util.List;
import java.util.Optional;

/** Makes context.json anew for each landing; implemented by {@code content}, which alone can count entries. */
@FunctionalInterface
public interface ContextSource {
    /**
     * The bytes of the file for the merged tree; empty leaves it as it is (no data directory). It runs inside the
     * repository's single write: computation over the two trees, no waiting.
     *
     * @param before the files of {@code cms} before this landing, whose context.json counts as known
     * @param operation the change that lands, with the instant of its landing
     */
    Optional<byte[]> context(Project project, Tree before, Tree merged, ContextFile.LastOperation operation);

    /**
     * Checks files that were computed rather than written by a person: merged over a base, undone, or decided by value.
     *
     * @throws Failure UNPROCESSABLE with the faults that were in none of {@code before}
     */
    default void requireValid(Project project, List<Tree> before, Tree merged) {}

    /** The faults of files that were not there before, a sentence each; nothing is refused for them. */
    default List<String> findings(Project project, Tree before, Tree after) {
        return List.of();
    }
}
