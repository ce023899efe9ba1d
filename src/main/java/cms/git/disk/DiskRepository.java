package cms.git.disk;

import cms.git.graph.GitNames;
import cms.git.graph.ObjectSource;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** One bare repository on the disk: its objects, its refs, and the one writer of both. */
public final class DiskRepository {
    private static final int BATCHES_BETWEEN_LOOKS = 100;

    private final Path gitDir;
    private final org.eclipse.jgit.lib.Repository jgit;
    private final StoredObjects objects;
    private final RefStore refs;
    private final WriteQueue queue;
    private final Housekeeping housekeeping;
    private int batches;

    DiskRepository(String fullName, org.eclipse.jgit.lib.Repository jgit, ObjectCache cache) {
        this.jgit = jgit;
        this.gitDir = jgit.getDirectory().toPath();
        this.objects = new StoredObjects(jgit, cache);
        this.refs = new RefStore(gitDir);
        this.housekeeping = new Housekeeping(fullName, jgit);
        this.queue = new WriteQueue(fullName, this::begin);
    }

    private Batch begin(boolean afterFailure) throws IOException {
        if (afterFailure) {
            refs.unlock();
        }
        if (batches++ % BATCHES_BETWEEN_LOOKS == 0) {
            refs.packAll();
            housekeeping.startWhenDue();
        }
        return new Batch(objects, refs);
    }

    public ObjectSource objects() {
        return objects;
    }

    /** The same repository for JGit's own protocols; its refs must not be moved through it. */
    public org.eclipse.jgit.lib.Repository jgit() {
        return jgit;
    }

    /** The branch that HEAD names. */
    public String defaultBranch() {
        String head = read(() -> Files.readString(gitDir.resolve("HEAD"))).strip();
        return head.substring(head.indexOf(GitNames.HEADS) + GitNames.HEADS.length());
    }

    public Optional<ObjectId> ref(String name) {
        return read(() -> refs.read(name));
    }

    /** Every ref below {@code refs/}, sorted, not to be changed. */
    public NavigableMap<String, ObjectId> refs() {
        return read(refs::all);
    }

    /** Runs a write alone and returns when what it made is on the disk; see {@link WriteQueue}. */
    public <T extends @Nullable Object> T write(Function<Draft, T> work) {
        return queue.run(work);
    }

    /** Makes the names of packs that came by a push durable; their content is synced when they are received. */
    public void syncPacks() throws IOException {
        Durable.folder(gitDir.resolve("objects/pack"));
    }

    public void maintain() {
        read(() -> {
            housekeeping.run();
            return true;
        });
    }

    /** Finishes the writes that were accepted and refuses all later ones. */
    public void close(Failure reason) {
        queue.close(reason);
        housekeeping.close();
        jgit.close();
    }

    private static <T> T read(Callable<T> reading) {
        try {
            return reading.call();
        } catch (Failure own) {
            throw own;
        } catch (Exception broken) {
            throw Failure.unavailable("The repository could not be read; try again.")
                    .causedBy(broken);
        }
    }
}
