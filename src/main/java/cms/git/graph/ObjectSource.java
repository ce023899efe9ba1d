package cms.git.graph;

import cms.platform.failure.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.AbbreviatedObjectId;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;

/** Source of Git objects: the disk, or the objects of a running write over those of the disk. */
public abstract class ObjectSource {
    /** Trees and commits above this size are not content that this service could work with. */
    static final long STRUCTURE_BYTES_MAX = 64L << 20;

    /** The inflated content of one object; {@code type} is one of JGit's {@code Constants.OBJ_*}. */
    public record GitObject(int type, byte[] bytes) {
        /** The header that precedes the content in a loose object and in the hash: type, length in bytes, NUL. */
        public byte[] header() {
            return (Constants.typeString(type) + " " + bytes.length + "\0").getBytes(StandardCharsets.US_ASCII);
        }

        ObjectId name() {
            try {
                MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
                sha1.update(header());
                return ObjectId.fromRaw(sha1.digest(bytes));
            } catch (NoSuchAlgorithmException missing) {
                throw new IllegalStateException("Every Java runtime has SHA-1", missing);
            }
        }
    }

    /**
     * An object by its name; empty when it is not stored, {@code TOO_LARGE} when its content is above {@code bytesMax}.
     */
    public abstract Optional<GitObject> find(AnyObjectId id, long bytesMax);

    /** The inflated size of an object in bytes; zero when it is not stored. */
    public abstract long size(AnyObjectId id);

    public abstract Set<ObjectId> shallowCommits() throws IOException;

    /**
     * The content of an object of a type; {@code NOT_FOUND} when there is none of that name and type, {@code TOO_LARGE}
     * above the limit.
     */
    public byte[] read(AnyObjectId id, int type, long bytesMax) {
        return read(id, type, this::find, bytesMax);
    }

    /** Like {@link #read}, without caching the object. */
    public byte[] readOnce(AnyObjectId id, int type, long bytesMax) {
        return read(id, type, this::findOnce, bytesMax);
    }

    /** Like {@link #find}, without caching the object. */
    protected Optional<GitObject> findOnce(AnyObjectId id, long bytesMax) {
        return find(id, bytesMax);
    }

    private interface ObjectLookup {
        Optional<GitObject> find(AnyObjectId id, long bytesMax);
    }

    private byte[] read(AnyObjectId id, int type, ObjectLookup finding, long bytesMax) {
        Optional<GitObject> found = finding.find(id, bytesMax);
        if (found.isEmpty() && type == Constants.OBJ_BLOB && bring(id)) {
            found = finding.find(id, bytesMax);
        }
        return found.filter(object -> object.type() == type)
                .orElseThrow(() ->
                        Failure.notFound("The repository has no " + Constants.typeString(type) + " " + id.name() + "."))
                .bytes();
    }

    /**
     * Fetches a file that a folder names and that is not stored here; false where there is no remote host to fetch it
     * from.
     */
    protected boolean bring(AnyObjectId blob) {
        return false;
    }

    public Folder folder(AnyObjectId tree) {
        return Folder.parse(read(tree, Constants.OBJ_TREE, STRUCTURE_BYTES_MAX));
    }

    /** A reader of these objects for JGit's history walks. */
    public ObjectReader reader() {
        return new WalkReader();
    }

    private final class WalkReader extends ObjectReader {
        @Override
        public ObjectReader newReader() {
            return new WalkReader();
        }

        @Override
        public Collection<ObjectId> resolve(AbbreviatedObjectId id) {
            return List.of();
        }

        @Override
        public ObjectLoader open(AnyObjectId id, int type) throws IOException {
            GitObject object =
                    find(id, STRUCTURE_BYTES_MAX).orElseThrow(() -> new MissingObjectException(id.copy(), "object"));
            if (type != OBJ_ANY && type != object.type()) {
                throw new IncorrectObjectTypeException(id.copy(), type);
            }
            return new ObjectLoader.SmallObject(object.type(), object.bytes());
        }

        @Override
        public Set<ObjectId> getShallowCommits() throws IOException {
            return shallowCommits();
        }

        @Override
        public void close() {
            // It holds nothing open.
        }
    }
}
