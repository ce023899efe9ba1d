package cms.git;

import cms.platform.failure.Failure;
import java.io.IOException;
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

/** Where objects are read from: the disk, or what a running write has made so far over the disk. */
abstract class ObjectSource {
    /** Trees and commits above this size are not content that this service could work with. */
    private static final long STRUCTURE_BYTES_MAX = 64L << 20;

    /** {@code TOO_LARGE} above the limit; empty when the object is not there. */
    abstract Optional<GitObject> find(AnyObjectId id, long bytesMax);

    abstract Set<ObjectId> shallowCommits() throws IOException;

    /** The content of an object of one type; {@code NOT_FOUND} when there is none such. */
    byte[] read(AnyObjectId id, int type, long bytesMax) {
        return find(id, bytesMax)
                .filter(object -> object.type() == type)
                .orElseThrow(() ->
                        Failure.notFound("The repository has no " + Constants.typeString(type) + " " + id.name() + "."))
                .bytes();
    }

    Folder folder(AnyObjectId tree) {
        return Folder.parse(read(tree, Constants.OBJ_TREE, STRUCTURE_BYTES_MAX));
    }

    /** The same objects for JGit's history walks. */
    ObjectReader reader() {
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
