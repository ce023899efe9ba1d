package cms.git;

import cms.git.graph.GitNames;
import org.eclipse.jgit.lib.ObjectId;

/** The name of a tree: forty lower-case hexadecimal digits. */
public record TreeId(String sha) {
    /** Refuses anything else than a full object name with {@code INVALID}. */
    public TreeId {
        GitNames.checkSha(sha);
    }

    static TreeId of(ObjectId id) {
        return new TreeId(id.name());
    }

    ObjectId object() {
        return ObjectId.fromString(sha);
    }

    @Override
    public String toString() {
        return sha;
    }
}
