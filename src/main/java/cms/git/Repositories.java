package cms.git;

import cms.platform.failure.Failure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;

/** All repositories under one folder, {@code <folder>/<owner>/<name>.git}, owned by this process alone. */
public final class Repositories implements AutoCloseable {
    private static final long CACHE_BYTES_MAX = 48L << 20;
    private static final String SUFFIX = ".git";

    private final Path folder;
    private final FileChannel ownership;
    private final ObjectCache cache = new ObjectCache(CACHE_BYTES_MAX);
    private final ConcurrentMap<String, Repository> open = new ConcurrentHashMap<>();

    private Repositories(Path folder, FileChannel ownership) {
        this.folder = folder;
        this.ownership = ownership;
    }

    /**
     * Takes the folder (created when missing) and removes what a killed process left in it; fails with a sentence
     * when another process has it.
     */
    public static Repositories open(Path folder) {
        GitSettings.install();
        try {
            Path root = Files.createDirectories(folder).toRealPath();
            FileChannel ownership = own(root);
            try {
                sweep(root);
            } catch (IOException | RuntimeException failed) {
                ownership.close();
                throw failed;
            }
            return new Repositories(root, ownership);
        } catch (IOException unusable) {
            throw Failure.unavailable("The folder of repositories " + folder + " cannot be used: check that it exists"
                            + " and may be written.")
                    .causedBy(unusable);
        }
    }

    private static FileChannel own(Path root) throws IOException {
        FileChannel channel = FileChannel.open(
                root.resolve(".owner"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
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
            for (Path path : found.toList()) {
                String name = path.getFileName().toString();
                if (root.relativize(path).getNameCount() == 2 && name.startsWith(".")) {
                    RepositoryFolder.remove(path);
                } else if (root.relativize(path).getNameCount() == 2 && name.endsWith(SUFFIX)) {
                    Leftovers.sweep(path);
                }
            }
        }
    }

    /** An empty repository whose HEAD names the default branch; {@code CONFLICT} when the name is taken. */
    public Repository create(String fullName, String defaultBranch) {
        Path place = place(fullName);
        String head = GitNames.branchRef(defaultBranch);
        Path fresh = hidden(place);
        try {
            Files.createDirectories(place.getParent());
            RepositoryFolder.create(fresh, head);
            if (!RepositoryFolder.move(fresh, place)) {
                RepositoryFolder.remove(fresh);
                throw Failure.conflict("The repository " + fullName + " already exists.");
            }
            Durable.folder(place.getParent());
            Durable.folder(folder);
        } catch (IOException failed) {
            throw Failure.unavailable("The repository " + fullName + " could not be created; try again.")
                    .causedBy(failed);
        }
        return find(fullName).orElseThrow();
    }

    /** Empty when there is none; {@code INVALID} when {@code owner/name} is not a possible name. */
    public Optional<Repository> find(String fullName) {
        Repository known = open.get(fullName);
        if (known != null) {
            return Optional.of(known);
        }
        Path place = place(fullName);
        if (!Files.isRegularFile(place.resolve("HEAD"))) {
            return Optional.empty();
        }
        return Optional.of(open.computeIfAbsent(fullName, name -> load(name, place)));
    }

    /** Removes a repository with everything in it; a missing one is no error. */
    public void delete(String fullName) {
        Path place = place(fullName);
        find(fullName).ifPresent(repository -> {
            repository.close(Failure.notFound("The repository " + fullName + " has been deleted."));
            Path gone = hidden(place);
            try {
                Durable.rename(place, gone);
                Durable.folder(place.getParent());
                RepositoryFolder.remove(gone);
            } catch (IOException failed) {
                throw Failure.unavailable("The repository " + fullName + " could not be deleted; try again.")
                        .causedBy(failed);
            } finally {
                open.remove(fullName, repository);
            }
        });
    }

    /** Full names of an owner's repositories, sorted. */
    public List<String> list(String owner) {
        Path place = place(owner + "/any").getParent();
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (Stream<Path> found = Files.list(place)) {
            return found.map(path -> path.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX) && !name.startsWith("."))
                    .map(name -> owner + "/" + name.substring(0, name.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        } catch (IOException failed) {
            throw Failure.unavailable("The repositories could not be listed; try again.")
                    .causedBy(failed);
        }
    }

    /** Finishes the writes that were accepted, refuses later ones and gives the folder back. */
    @Override
    public void close() {
        open.values().forEach(repository -> repository.close(Failure.unavailable("The service is stopping.")));
        open.clear();
        try {
            ownership.close();
        } catch (IOException lost) {
            throw Failure.unavailable("The folder of repositories could not be given back.")
                    .causedBy(lost);
        }
    }

    private Path place(String fullName) {
        return folder.resolve(GitNames.checkFullName(fullName) + SUFFIX);
    }

    /** A name beside the place that is never listed and that the next start removes. */
    private static Path hidden(Path place) {
        return place.resolveSibling("." + UUID.randomUUID());
    }

    private Repository load(String fullName, Path place) {
        try {
            return new Repository(
                    fullName,
                    new FileRepositoryBuilder().setGitDir(place.toFile()).setMustExist(true).build(),
                    cache);
        } catch (IOException failed) {
            throw Failure.unavailable("The repository " + fullName + " could not be opened; try again.")
                    .causedBy(failed);
        }
    }
}
