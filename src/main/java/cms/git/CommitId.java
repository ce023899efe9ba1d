package cms.git;

import cms.git.graph.GitNames;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;

/** The name of a commit: forty lower-case hexadecimal digits. */
public record CommitId(String sha) {
    /** Refuses anything else than a full object name with {@code INVALID}. */
    public CommitId {
        GitNames.checkSha(sha);
    }

    /** The commit that somebody named from outside; empty for anything else than a full object name. */
    public static Optional<CommitId> parse(String text) {
        return GitNames.isSha(text) ? Optional.of(new CommitId(text)) : Optional.empty();
    }

    static CommitId of(ObjectId id) {
        return new CommitId(id.name());
    }

    ObjectId object() {
        return ObjectId.fromString(sha);
    }

    @Override
    public String toString() {
        return sha;
    }
}
