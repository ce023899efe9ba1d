package cms.git.disk;

import cms.git.durable.DiskTasks;
import cms.git.graph.NewPack;
import cms.git.graph.ObjectSource;
import cms.git.graph.ObjectSource.GitObject;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;

/** The objects of one repository on the disk; small ones are cached. */
final class StoredObjects extends ObjectSource {
    /** Git knows the empty tree without a file. */
    private static final GitObject EMPTY_TREE = new GitObject(Constants.OBJ_TREE, new byte[0]);

    /**
     * Above this a batch becomes a pack: two files to create and to sync instead of one for each object, which is most
     * of what a save costs. {@link Repacking} gathers the small packs before every lookup has to ask hundreds of them.
     */
    private static final int LOOSE_OBJECTS_MAX = 2;

    private final org.eclipse.jgit.lib.Repository jgit;
    private final ObjectCache cache;
    private final LooseObjects loose;
    private final Packs packs;
    private final @Nullable Upstream upstream;

    StoredObjects(org.eclipse.jgit.lib.Repository jgit, ObjectCache cache, @Nullable Upstream upstream) {
        this.upstream = upstream;
        this.jgit = jgit;
        this.cache = cache;
        this.loose = new LooseObjects(jgit.getDirectory().toPath().resolve("objects"));
        this.packs = new Packs(jgit.getDirectory().toPath().resolve("objects/pack"));
    }

    @Override
    public Optional<GitObject> find(AnyObjectId id, long bytesMax) {
        return find(id, bytesMax, true);
    }

    @Override
    protected Optional<GitObject> findOnce(AnyObjectId id, long bytesMax) {
        return find(id, bytesMax, false);
    }

    private Optional<GitObject> find(AnyObjectId id, long bytesMax, boolean remember) {
        if (Constants.EMPTY_TREE_ID.equals(id)) {
            return Optional.of(EMPTY_TREE);
        }
        Optional<GitObject> known = cache.find(this, id);
        return known.isPresent()
                ? known.filter(object -> fits(object.bytes().length, bytesMax))
                : load(id, bytesMax, remember);
    }

    private Optional<GitObject> load(AnyObjectId id, long bytesMax, boolean remember) {
        try (ObjectReader reader = jgit.newObjectReader()) {
            ObjectLoader loader = reader.open(id);
            fits(loader.getSize(), bytesMax);
            int bytes = (int) Math.min(bytesMax, Integer.MAX_VALUE - 8);
            GitObject object = new GitObject(loader.getType(), loader.getCachedBytes(bytes));
            if (remember) {
                cache.remember(this, id.copy(), object);
            }
            return Optional.of(object);
        } catch (MissingObjectException missing) {
            return Optional.empty();
        } catch (IOException broken) {
            throw Failure.unavailable("The repository could not be read; try again.")
                    .causedBy(broken);
        }
    }

    /** Drops the cached objects of this repository. */
    void forget() {
        cache.forget(this);
    }

    static boolean fits(long bytes, long bytesMax) {
        if (bytes > bytesMax) {
            throw Failure.of(
                    cms.platform.failure.FailureKind.TOO_LARGE,
                    "The file has " + bytes + " bytes; at most " + bytesMax + " are allowed here.");
        }
        return true;
    }

    @Override
    protected boolean bring(AnyObjectId blob) {
        return upstream != null && upstream.bring(blob.copy());
    }

    @Override
    public long size(AnyObjectId id) {
        long bytes = sizeHere(id);
        return bytes < 0 && bring(id) ? Math.max(0, sizeHere(id)) : Math.max(0, bytes);
    }

    /** The size of a stored object; negative when it is not here. */
    private long sizeHere(AnyObjectId id) {
        try (ObjectReader reader = jgit.newObjectReader()) {
            return reader.getObjectSize(id, ObjectReader.OBJ_ANY);
        } catch (MissingObjectException missing) {
            return -1;
        } catch (IOException broken) {
            throw Failure.unavailable("The repository could not be read; try again.")
                    .causedBy(broken);
        }
    }

    @Override
    public Set<ObjectId> shallowCommits() throws IOException {
        return jgit.getObjectDatabase().getShallowCommits();
    }

    /**
     * Makes objects durable, beside another task of the writer. It does not check whether the repository has them
     * already: that costs more than writing twice, and a file left by a failed write may not survive a power cut.
     */
    void write(Map<ObjectId, GitObject> objects, DiskTasks.Task beside) throws IOException {
        if (objects.size() > LOOSE_OBJECTS_MAX) {
            NewPack fresh = cache.deflating(this, recently -> NewPack.of(objects, recently));
            Path pack = write(packs.incoming(fresh), beside);
            ((ObjectDirectory) jgit.getObjectDatabase()).openPack(pack.toFile());
        } else {
            DiskTasks.all(objects.isEmpty() ? List.of(beside) : List.of(beside, () -> loose.write(objects)));
        }
        objects.forEach((id, object) -> cache.remember(this, id, object));
    }

    /** Writes all files at the same time, so that the writer waits for other threads once. */
    private static Path write(Packs.Incoming incoming, DiskTasks.Task beside) throws IOException {
        List<DiskTasks.Task> tasks = new ArrayList<>(List.of(beside));
        tasks.addAll(incoming.tasks());
        try {
            DiskTasks.all(tasks);
            return incoming.place();
        } catch (IOException failed) {
            incoming.discard();
            throw failed;
        }
    }
}
