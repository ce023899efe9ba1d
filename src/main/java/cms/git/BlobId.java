package cms.git;

import cms.git.graph.GitNames;
import org.eclipse.jgit.lib.ObjectId;

/** The name of a blob: forty lower-case hexadecimal digits. */
public record BlobId(String sha) {
    /** Refuses anything else than a full object name with {@code INVALID}. */
    public BlobId {
        GitNames.checkSha(sha);
    }

    static BlobId of(ObjectId id) {
        return new BlobId(id.name());
    }

    ObjectId object() {
        return ObjectId.fromString(sha);
    }

    @Override
    public String toString() {
        return sha;
    }
}
