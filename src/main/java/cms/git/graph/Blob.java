package cms.git.graph;

import cms.git.graph.ObjectSource.GitObject;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;

/** The content of a file and the name that Git gives it, which is a hash over all of it and made only once. */
public final class Blob {
    private final GitObject object;
    private final ObjectId name;

    private Blob(GitObject object) {
        this.object = object;
        this.name = object.name();
    }

    /** {@code bytes} belong to the blob from now on and must not change. */
    public static Blob of(byte[] bytes) {
        return new Blob(new GitObject(Constants.OBJ_BLOB, bytes));
    }

    public ObjectId name() {
        return name;
    }

    public byte[] bytes() {
        return object.bytes();
    }

    GitObject object() {
        return object;
    }
}
