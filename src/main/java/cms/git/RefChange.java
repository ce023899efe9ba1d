package cms.git;

import cms.git.graph.GitNames;
import cms.git.refs.RefMove;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * One ref that moved or is asked to move: {@code before} is null for a creation, {@code after} for a deletion.
 *
 * @param name the full name, for example {@code refs/heads/cms}
 */
public record RefChange(
        String name, @Nullable CommitId before, @Nullable CommitId after) {
    /** The move of a branch. */
    public static RefChange of(String branch, @Nullable CommitId before, @Nullable CommitId after) {
        return new RefChange(GitNames.branchRef(branch), before, after);
    }

    static RefChange of(RefMove move) {
        ObjectId before = move.before();
        ObjectId after = move.after();
        return new RefChange(
                move.ref(), before == null ? null : CommitId.of(before), after == null ? null : CommitId.of(after));
    }

    /** The name without {@code refs/heads/}, or the full name of a ref that is not a branch. */
    public String branch() {
        return name.startsWith(GitNames.HEADS) ? name.substring(GitNames.HEADS.length()) : name;
    }

    public boolean isBranch() {
        return name.startsWith(GitNames.HEADS);
    }
}
