package cms.git;

import cms.git.graph.GitNames;
import org.jspecify.annotations.Nullable;

/**
 * One ref that moved or is asked to move: {@code before} is null for a creation, {@code after} for a deletion.
 *
 * @param name the full name, for example {@code refs/heads/cms}
 */
public record RefChange(
        String name, @Nullable CommitId before, @Nullable CommitId after) {
    /** The name without {@code refs/heads/}, or the full name of a ref that is not a branch. */
    public String branch() {
        return name.startsWith(GitNames.HEADS) ? name.substring(GitNames.HEADS.length()) : name;
    }

    public boolean isBranch() {
        return name.startsWith(GitNames.HEADS);
    }
}
