package cms.git.graph;

import cms.git.graph.ObjectSource.GitObject;
import java.util.Optional;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The content of a file and the name that Git gives it, which is a hash over all of it and made only once; or the name
 * alone, of content that the repository has.
 */
public final class Blob {
    private final ObjectId name;
    private final @Nullable GitObject object;
    private final @Nullable FileMode mode;

    private Blob(ObjectId name, @Nullable GitObject object, @Nullable FileMode mode) {
        this.name = name;
        this.object = object;
        this.mode = mode;
    }

    /** {@code bytes} belong to the blob from now on and must not change. */
    public static Blob of(byte[] bytes) {
        GitObject object = new GitObject(Constants.OBJ_BLOB, bytes);
        return new Blob(object.name(), object, null);
    }

    /**
     * Content of the repository, which is neither read nor written again; null for the mode of the file it replaces.
     */
    public static Blob stored(ObjectId name, @Nullable FileMode mode) {
        return new Blob(name, null, mode);
    }

    public ObjectId name() {
        return name;
    }

    /** Empty for content that is only named. */
    public Optional<byte[]> bytes() {
        return object().map(GitObject::bytes);
    }

    Optional<GitObject> object() {
        return Optional.ofNullable(object);
    }

    /** Empty where a file keeps the mode of the one that it replaces. */
    Optional<FileMode> mode() {
        return Optional.ofNullable(mode);
    }
}
