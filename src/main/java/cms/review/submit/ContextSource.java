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
    Optional<byte[]> context(Project project, Tree before, Tree merged, ContextFile.Operation operation);

    /**
     * Whether files that nobody has written as they are now may stand (merged over a base, undone, decided by value).
     *
     * @throws Failure UNPROCESSABLE with what is wrong that was so in none of {@code before}
     */
    default void requireValid(Project project, List<Tree> before, Tree merged) {}

    /** What is wrong with files that was not before, a sentence each; nothing is refused for it. */
    default List<String> findings(Project project, Tree before, Tree after) {
        return List.of();
    }
}
