package cms.git.disk;

import cms.git.durable.Durable;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The folder of all repositories, {@code <folder>/<owner>/<name>.git}, held by a lock of the operating system, which
 * ends with the process however it ends. Names have been checked before they come here.
 */
public final class OwnedFolder {
    private static final long CACHE_BYTES_MAX = 48L << 20;
    private static final String SUFFIX = ".git";

    /** Prefix of a repository's name while it is being made or removed: never listed, and removed at the next start. */
    private static final String HIDDEN = ".unfinished-";

    private final Path folder;
    private final FileChannel lock;
    private final ObjectCache cache = new ObjectCache(CACHE_BYTES_MAX);
    private volatile BackgroundReading background = (fullName, work) -> {
        work.run();
        return true;
    };

    private OwnedFolder(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /** Takes the folder (created when missing) and sweeps it; {@code UNAVAILABLE} when another process has it. */
    public static OwnedFolder open(Path folder) {
        GitSettings.install();
        try {
            Path root = Files.createDirectories(folder).toRealPath();
            FileChannel lock = lock(root);
            try {
                sweep(root);
            } catch (IOException | RuntimeException failed) {
                lock.close();
                throw failed;
            }
            return new OwnedFolder(root, lock);
        } catch (IOException unusable) {
            throw Failure.unavailable("The folder of repositories " + folder + " cannot be used: check that it exists"
                            + " and may be written.")
                    .causedBy(unusable);
        }
    }

    private static FileChannel lock(Path root) throws IOException {
        FileChannel channel =
                FileChannel.open(root.resolve(".owner"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException thisProcess) {
            // It is refused below, like another process.
        }
        channel.close();
        throw Failure.unavailable("Another process uses the repositories in " + root
                + "; stop it, or give this one a data folder of its own.");
    }

    private static void sweep(Path root) throws IOException {
        try (Stream<Path> found = Files.find(root, 2, (path, attributes) -> attributes.isDirectory())) {
            for (Path path : found.filter(path -> root.relativize(path).getNameCount() == 2)
                    .toList()) {
                String name = path.getFileName().toString();
                if (name.startsWith(HIDDEN)) {
                    RepositoryFolder.remove(path);
                } else if (name.endsWith(SUFFIX)) {
                    Leftovers.sweep(path);
                }
            }
        }
    }

    /** Creates a repository; false when the name is taken. {@code head} is the full name of the default branch. */
    public boolean create(String fullName, String head) throws IOException {
        Path place = place(fullName);
        Path fresh = hidden(place);
        Files.createDirectories(ownerFolder(place));
        RepositoryFolder.create(fresh, head);
        if (!RepositoryFolder.move(fresh, place)) {
            RepositoryFolder.remove(fresh);
            return false;
        }
        Durable.folder(ownerFolder(place));
        Durable.folder(folder);
        return true;
    }

    /** Sets the wrapper in which repacking that starts by itself runs from now on. */
    public void readInBackground(BackgroundReading within) {
        background = within;
    }

    /** @param upstreams makes the upstream of a mirror, given its files; null for repositories without one */
    public Optional<DiskRepository> load(
            String fullName, @Nullable Function<org.eclipse.jgit.lib.Repository, Upstream> upstreams)
            throws IOException {
        Path place = place(fullName);
        if (!Files.isRegularFile(place.resolve("HEAD"))) {
            return Optional.empty();
        }
        var jgit = new FileRepositoryBuilder()
                .setGitDir(place.toFile())
                .setMustExist(true)
                .build();
        Upstream upstream = upstreams == null ? null : upstreams.apply(jgit);
        return Optional.of(
                new DiskRepository(fullName, jgit, cache, upstream, (name, work) -> background.reading(name, work)));
    }

    /** Opens a repository for reading, beside its owner. */
    public static org.eclipse.jgit.lib.Repository reading(Path gitDir) throws IOException {
        GitSettings.install();
        return new FileRepositoryBuilder()
                .setGitDir(gitDir.toFile())
                .setMustExist(true)
                .build();
    }

    /** Renames a repository without writes in progress; false when the new name is taken. */
    public boolean rename(String from, String to) throws IOException {
        Files.createDirectories(ownerFolder(place(to)));
        boolean moved = RepositoryFolder.move(place(from), place(to));
        Durable.folder(ownerFolder(place(to)));
        Durable.folder(ownerFolder(place(from)));
        Durable.folder(folder);
        return moved;
    }

    /** Removes a repository without writes in progress. */
    public void remove(String fullName) throws IOException {
        Path place = place(fullName);
        Path gone = hidden(place);
        Durable.rename(place, gone);
        Durable.folder(ownerFolder(place));
        RepositoryFolder.remove(gone);
    }

    /** Full names of all owners' repositories, sorted. */
    public List<String> list() throws IOException {
        List<String> owners;
        try (Stream<Path> found = Files.list(folder)) {
            owners = found.filter(Files::isDirectory)
                    .map(path -> path.getFileName().toString())
                    .sorted()
                    .toList();
        }
        List<String> all = new ArrayList<>();
        for (String owner : owners) {
            all.addAll(list(owner));
        }
        return all;
    }

    /** Full names, sorted. */
    public List<String> list(String owner) throws IOException {
        Path place = folder.resolve(owner);
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (Stream<Path> found = Files.list(place)) {
            return found.map(path -> path.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX) && !name.startsWith("."))
                    .map(name -> owner + "/" + name.substring(0, name.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        }
    }

    public void close() throws IOException {
        lock.close();
    }

    private Path place(String fullName) {
        return folder.resolve(fullName + SUFFIX);
    }

    private static Path ownerFolder(Path place) {
        return place.resolveSibling("");
    }

    private static Path hidden(Path place) {
        return place.resolveSibling(HIDDEN + UUID.randomUUID());
    }
}
