package cms.git.disk;

import cms.git.durable.Durable;
import cms.git.graph.GitNames;
import cms.git.graph.ObjectSource;
import cms.git.refs.RefMove;
import cms.git.refs.RefStore;
import cms.git.refs.Refs;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.RepositoryCache;
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
    private final @Nullable Upstream upstream;
    private int batches;

    DiskRepository(
            String fullName,
            org.eclipse.jgit.lib.Repository jgit,
            ObjectCache cache,
            @Nullable Upstream upstream,
            BackgroundReading background) {
        this.upstream = upstream;
        this.jgit = jgit;
        this.gitDir = jgit.getDirectory().toPath();
        this.objects = new StoredObjects(jgit, cache, upstream);
        this.refs = new RefStore(gitDir);
        this.housekeeping = new Housekeeping(fullName, jgit, background);
        this.queue = new WriteQueue(fullName, this::begin);
        RepositoryCache.register(jgit);
    }

    private Batch begin(boolean afterFailure) throws IOException {
        if (afterFailure) {
            refs.doubt();
        }
        if (batches % BATCHES_BETWEEN_LOOKS == 0) {
            refs.packAll();
        }
        housekeeping.batchBegins(batches++);
        follow();
        return new Batch(objects, refs, upstream);
    }

    /** Fetches new branches of the upstream, when it is time to. */
    private void follow() throws IOException {
        if (upstream == null) {
            return;
        }
        if (!upstream.isFetchDue()) {
            if (upstream.isRefCheckDue()) {
                upstream.refCheck(refs.all().below(GitNames.HEADS));
            }
            return;
        }
        NavigableMap<String, ObjectId> here = refs.all().below(GitNames.HEADS);
        List<RefMove> moves = RefMove.between(here, branches(upstream.fetchBranches(here)));
        if (!moves.isEmpty()) {
            refs.stage(moves).publish();
            upstream.followed(moves);
        }
    }

    private static NavigableMap<String, ObjectId> branches(NavigableMap<String, ObjectId> all) {
        return all.subMap(GitNames.HEADS, true, GitNames.HEADS + Character.MAX_VALUE, false);
    }

    public ObjectSource objects() {
        return objects;
    }

    /** The remote side of a mirror; empty for a repository whose truth is here. */
    public Optional<Upstream> upstream() {
        return Optional.ofNullable(upstream);
    }

    /** The repository for JGit's own protocols; refs must not be moved through it. */
    public org.eclipse.jgit.lib.Repository jgit() {
        return jgit;
    }

    /** Number of objects in its packs; an object in two packs counts twice. */
    public long packedObjects() {
        return housekeeping.packedObjects();
    }

    /** Size of its packs on the disk, in bytes. */
    public long packedBytes() {
        return housekeeping.packedBytes();
    }

    /** The branch that HEAD names. */
    public String defaultBranch() {
        String head = read(() -> Files.readString(gitDir.resolve("HEAD"))).strip();
        return head.substring(head.indexOf(GitNames.HEADS) + GitNames.HEADS.length());
    }

    /** Lets HEAD name another branch, by its full ref name. */
    public void pointTo(String head) {
        read(() -> {
            Path fresh = gitDir.resolve("HEAD.tmp");
            Files.deleteIfExists(fresh);
            Durable.create(fresh, ("ref: " + head + "\n").getBytes(StandardCharsets.UTF_8));
            Durable.rename(fresh, gitDir.resolve("HEAD"));
            Durable.folder(gitDir);
            return true;
        });
    }

    public Optional<ObjectId> ref(String name) {
        return read(() -> refs.read(name));
    }

    /** Every ref below {@code refs/}. */
    public Refs refs() {
        return read(refs::all);
    }

    /** Runs a write alone and returns when its objects and refs are on the disk; see {@link WriteQueue}. */
    public <T extends @Nullable Object> T write(Function<PendingWrite, T> work) {
        return queue.run(batch -> batch.run(work));
    }

    /**
     * As {@link #write(Function)}, for a write that decides about a push: it also reads the objects in its quarantine.
     */
    public <T extends @Nullable Object> T write(Quarantine brought, Function<PendingWrite, T> work) {
        return queue.run(batch -> batch.run(brought, work));
    }

    /** A quarantine for a push; it has no files before it is opened. */
    public Quarantine quarantine() {
        return read(() -> new Quarantine(jgit));
    }

    /** Syncs the names of packs received by an import; their content is synced when they are received. */
    public void syncPacks() throws IOException {
        Durable.folder(gitDir.resolve("objects/pack"));
    }

    /** Runs a trial on the present state, beside the writer, and discards the objects that it made. */
    public <T extends @Nullable Object> T trial(Function<PendingWrite, T> work) {
        Batch batch = read(() -> new Batch(objects, refs, upstream));
        try {
            return batch.run(work);
        } finally {
            batch.end();
        }
    }

    public void maintain() {
        read(() -> {
            housekeeping.run(Repacking.Effort.COMPRESS);
            return true;
        });
    }

    /** Packs when there is enough to pack and neither the processor nor the disk is busy. */
    public void maintainWhenQuiet() {
        housekeeping.runWhenQuiet();
    }

    /**
     * Drops the cached objects, and the indexes and windows of its packs; they are read from the disk when they are
     * needed again.
     */
    public void forgetRead() {
        objects.forget();
        jgit.getObjectDatabase().close();
    }

    /** Finishes the writes that were accepted and refuses all later ones. */
    public void close(Failure reason) {
        queue.close(reason);
        objects.forget();
        housekeeping.close();
        RepositoryCache.unregister(jgit);
        jgit.close();
    }

    private static <T> T read(Callable<T> reading) {
        try {
            return reading.call();
        } catch (Failure | CancellationException own) {
            throw own;
        } catch (Exception broken) {
            throw Failure.unavailable("The repository could not be read; try again.")
                    .causedBy(broken);
        }
    }
}
