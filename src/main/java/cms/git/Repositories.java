package cms.git;

import cms.git.disk.BackgroundReading;
import cms.git.disk.OwnedFolder;
import cms.git.disk.Upstream;
import cms.git.graph.GitNames;
import cms.git.mirror.Mirror;
import cms.git.refs.RefMove;
import cms.git.refs.RefStore;
import cms.git.remote.GitClient;
import cms.git.remote.RemoteAddresses;
import cms.platform.failure.Failure;
import cms.platform.net.StreamClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All repositories under one folder, {@code <folder>/<owner>/<name>.git}, owned by this process alone. */
public final class Repositories implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Repositories.class);

    private final OwnedFolder folder;
    private final ConcurrentMap<String, Repository> open = new ConcurrentHashMap<>();

    private final Mirror.@Nullable Remote remote;
    private final List<MirrorListener> listeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable ContentFolders contents;

    private volatile BackgroundReading contentReading = (fullName, work) -> {
        work.run();
        return true;
    };

    private volatile boolean closed;

    private Repositories(OwnedFolder folder, Mirror.@Nullable Remote remote) {
        this.folder = folder;
        this.remote = remote;
    }

    /**
     * Called when branches of a mirror have moved: by others on the host, or by a write of this process. Listeners run
     * on a virtual thread of their own; what one of them throws is logged.
     */
    public interface MirrorListener {
        void followed(Repository mirror, List<RefChange> changes);

        /**
         * A write of this process has moved branches on the host, so that mirrors of other processes are out of date.
         */
        default void pushed(Repository mirror) {}
    }

    /**
     * Takes the folder (created when missing) and removes what a killed process left in it; fails with a sentence when
     * another process has it.
     */
    public static Repositories open(Path folder) {
        return new Repositories(OwnedFolder.open(folder), null);
    }

    /**
     * As {@link #open}, for mirrors of repositories whose truth is on a remote host: a write is durable there when it
     * returns, and reads never ask the host. A mirror that was created is empty until its first write or
     * {@link Repository#refresh}.
     *
     * @param http for the addresses that the host names
     */
    public static Repositories mirrors(Path folder, RemoteAddresses host, StreamClient http, InstantSource clock) {
        return new Repositories(
                OwnedFolder.open(folder),
                new Mirror.Remote(
                        host, new GitClient(http, clock, () -> host.limits().timeout()), clock));
    }

    /**
     * As above. From a host that can filter, the files of content are fetched first and other files when they are read.
     */
    public static Repositories mirrors(
            Path folder, RemoteAddresses host, StreamClient http, InstantSource clock, ContentFolders contents) {
        Repositories mirrors = mirrors(folder, host, http, clock);
        mirrors.contents = contents;
        return mirrors;
    }

    /** Says which folders of a repository have content; paths without a slash at their ends. */
    public interface ContentFolders {
        /**
         * The folders that are content by their names alone; reads no file, and may refuse a repository that has too
         * many.
         */
        Set<String> homes(Tree tip);

        /** The folders that the files in {@code homes} name. */
        Set<String> further(Tree tip, Set<String> homes);
    }

    /** Adds a listener. It runs on a virtual thread of its own, and what it throws is logged. */
    public void onFollowed(MirrorListener listener) {
        listeners.add(listener);
    }

    /** Sets the wrapper in which repacking that starts by itself runs from now on. */
    public void readInBackground(BackgroundReading within) {
        folder.readInBackground(within);
    }

    /**
     * Sets the wrapper in which a first fetch reads where content is from now on. Of a repository that it skips no
     * content is fetched ahead; who reads a file waits for the host.
     */
    public void findContentInBackground(BackgroundReading within) {
        contentReading = within;
    }

    /** An empty repository whose HEAD names the default branch; {@code CONFLICT} when the name is taken. */
    public Repository create(String fullName, String defaultBranch) {
        GitNames.checkFullName(fullName);
        String head = GitNames.branchRef(defaultBranch);
        boolean created =
                disk("The repository " + fullName + " could not be created", () -> folder.create(fullName, head));
        if (!created) {
            throw Failure.conflict("The repository " + fullName + " already exists.");
        }
        return find(fullName).orElseThrow();
    }

    /** A repository; empty when there is none, {@code INVALID} when {@code owner/name} is not a possible name. */
    public Optional<Repository> find(String fullName) {
        Repository known = open.get(fullName);
        return known != null
                ? Optional.of(known)
                : Optional.ofNullable(open.computeIfAbsent(GitNames.checkFullName(fullName), this::load));
    }

    private @Nullable Repository load(String fullName) {
        if (closed) {
            throw stopping(); // A thread beside a write may ask late, when another process owns the folder.
        }
        Mirror.Remote host = remote;
        Function<org.eclipse.jgit.lib.Repository, Upstream> upstreams =
                host == null ? null : files -> mirror(fullName, host, files);
        return disk("The repository " + fullName + " could not be opened", () -> folder.load(fullName, upstreams))
                .map(stored -> new Repository(fullName, stored))
                .orElse(null);
    }

    private Mirror mirror(String fullName, Mirror.Remote host, org.eclipse.jgit.lib.Repository files) {
        Mirror.Ancestry ancestry = (descendant, ancestor) ->
                find(fullName).orElseThrow().isAncestor(CommitId.of(ancestor), CommitId.of(descendant));
        Mirror.Reading reading = new Mirror.Reading(files, ancestry, contentOf(fullName));
        return new Mirror(fullName, host, reading, new Mirror.UpstreamListener() {
            @Override
            public void followed(List<RefMove> moves) {
                List<RefChange> changes = moves.stream().map(RefChange::of).toList();
                notifyListeners(fullName, (listener, mirror) -> listener.followed(mirror, changes));
            }

            @Override
            public void pushed() {
                notifyListeners(fullName, MirrorListener::pushed);
            }

            @Override
            public void behind() {
                Thread.ofVirtual().name("fetch " + fullName).start(() -> fetch(fullName));
            }
        });
    }

    private void fetch(String fullName) {
        try {
            find(fullName).ifPresent(Repository::refresh);
        } catch (RuntimeException notNow) {
            LOG.warn("{} has moved on its host and is not fetched: {}", fullName, notNow.getMessage());
        }
    }

    /** Content folders as {@link #contents} knows them; the whole tree where no one has set it. */
    private Mirror.ContentOf contentOf(String fullName) {
        return new Mirror.ContentOf() {
            @Override
            public Set<String> homes(ObjectId tip) {
                ContentFolders known = contents;
                return known == null ? Set.of("") : marked(() -> known.homes(tree(tip)));
            }

            @Override
            public Set<String> further(ObjectId tip, Set<String> homes) {
                ContentFolders known = contents;
                return known == null ? Set.of() : marked(() -> known.further(tree(tip), homes));
            }

            private Set<String> marked(Supplier<Set<String>> look) {
                Set<String> folders = new HashSet<>();
                contentReading.reading(fullName, () -> folders.addAll(look.get()));
                return folders;
            }

            private Tree tree(ObjectId tip) {
                return find(fullName).orElseThrow().tree(CommitId.of(tip));
            }
        };
    }

    private void notifyListeners(String fullName, BiConsumer<MirrorListener, Repository> news) {
        Thread.ofVirtual().name("news of " + fullName).start(() -> {
            for (MirrorListener listener : listeners) {
                try {
                    find(fullName).ifPresent(mirror -> news.accept(listener, mirror));
                } catch (RuntimeException failed) {
                    LOG.warn("{} has moved, but a listener failed", fullName, failed);
                }
            }
        });
    }

    /**
     * Renames a repository after the writes that were accepted have ended; false when there is none, or when the new
     * name is taken.
     */
    public boolean rename(String from, String to) {
        GitNames.checkFullName(to);
        Optional<Repository> known = find(from);
        if (known.isEmpty() || find(to).isPresent()) {
            return false;
        }
        known.get()
                .close(Failure.unavailable("The repository is called " + to + " now; try again.")
                        .withRetryAfter(Duration.ofSeconds(1)));
        try {
            return disk("The repository " + from + " could not be renamed", () -> folder.rename(from, to));
        } finally {
            open.remove(from, known.get());
        }
    }

    /** Removes a repository with everything in it; a missing one is no error. */
    public void delete(String fullName) {
        find(fullName).ifPresent(repository -> {
            repository.close(Failure.notFound("The repository " + fullName + " has been deleted."));
            try {
                disk("The repository " + fullName + " could not be deleted", () -> {
                    folder.remove(fullName);
                    return true;
                });
            } finally {
                open.remove(fullName, repository);
            }
        });
    }

    /** Opens a repository for reading as files, beside its owner; the caller closes it. */
    public static org.eclipse.jgit.lib.Repository reading(Path gitDir) throws IOException {
        return OwnedFolder.reading(gitDir);
    }

    /** The bytes of the file {@code packed-refs} of a repository, read beside the process that owns it. */
    public static byte[] packedRefs(Path gitDir) throws IOException {
        return RefStore.packed(gitDir);
    }

    /** Repacks the repositories that were written to and have had no write for a while; a job calls it at intervals. */
    public void maintain() {
        open.values().forEach(Repository::maintainWhenQuiet);
    }

    /** Full names of an owner's repositories, sorted. */
    public List<String> list(String owner) {
        GitNames.checkFullName(owner + "/any");
        return disk("The repositories could not be listed", () -> folder.list(owner));
    }

    /** Full names of all repositories, sorted. */
    public List<String> all() {
        return disk("The repositories could not be listed", folder::list);
    }

    /** Finishes the writes that were accepted, refuses later ones and gives the folder back. */
    @Override
    public void close() {
        closed = true;
        open.values().forEach(repository -> repository.close(stopping()));
        open.clear();
        disk("The folder of repositories could not be given back", () -> {
            folder.close();
            return true;
        });
    }

    private static Failure stopping() {
        return Failure.unavailable("The service is stopping.");
    }

    @FunctionalInterface
    private interface DiskWork<T> {
        T run() throws IOException;
    }

    private static <T> T disk(String failure, DiskWork<T> work) {
        try {
            return work.run();
        } catch (IOException failed) {
            throw Failure.unavailable(failure + "; try again.").causedBy(failed);
        }
    }
}
