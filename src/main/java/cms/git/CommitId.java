package cms.git;

import cms.git.graph.GitNames;
import org.eclipse.jgit.lib.ObjectId;

/** The name of a commit: forty lower-case hexadecimal digits. */
public record CommitId(String sha) {
    /** Refuses anything else than a full object name with {@code INVALID}. */
    public CommitId {
        GitNames.checkSha(sha);
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
