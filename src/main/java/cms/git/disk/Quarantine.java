package cms.git.disk;

import cms.git.durable.Durable;
import cms.git.graph.ObjectSource;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.RefDatabase;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;

/**
 * Where the pack of a push lies until the push is accepted: a folder beside the objects of the repository, which nobody else
 * reads. What is refused goes with it, so that it takes none of what the repository may have; a process that is killed
 * leaves it to the next start ({@link Leftovers}).
 */
public final class Quarantine implements AutoCloseable {
    /** How its folder in the repository begins. */
    static final String PREFIX = "quarantine-";

    private final org.eclipse.jgit.lib.Repository jgit;
    private final Path folder;
    private final Path packs;

    /** Packs that are on their way into the repository. */
    private final Set<Path> arrivals = new LinkedHashSet<>();

    /** @param repository registered with JGit's cache of repositories, which is how both share what is known of its packs */
    Quarantine(org.eclipse.jgit.lib.Repository repository) throws IOException {
        Path gitDir = repository.getDirectory().toPath();
        this.folder = gitDir.resolve(PREFIX + UUID.randomUUID());
        this.packs = gitDir.resolve("objects/pack");
        this.jgit = new Apart(repository, folder);
    }

    /** Writes its objects into a folder of its own, and reads those of another repository as well. */
    private static final class Apart extends FileRepository {
        private final org.eclipse.jgit.lib.Repository repository;

        private Apart(org.eclipse.jgit.lib.Repository repository, Path folder) throws IOException {
            super(new FileRepositoryBuilder()
                    .setGitDir(repository.getDirectory())
                    .setObjectDirectory(folder.toFile())
                    .addAlternateObjectDirectory(repository
                            .getDirectory()
                            .toPath()
                            .resolve("objects")
                            .toFile())
                    .setup());
            this.repository = repository;
        }

        @Override
        public RefDatabase getRefDatabase() {
            return repository.getRefDatabase();
        }

        /** The refs are the other's. */
        @Override
        protected void doClose() {
            getObjectDatabase().close();
        }

        /** JGit would name all refs here, those that are hidden too. */
        @Override
        public Set<ObjectId> getAdditionalHaves() {
            return Set.of();
        }
    }

    /** The repository as the push sees it; what is written to it lies apart. */
    public org.eclipse.jgit.lib.Repository jgit() {
        return jgit;
    }

    /** Is there between {@link #open} and {@link #close}. */
    public Path folder() {
        return folder;
    }

    public void open() throws IOException {
        Files.createDirectory(folder); // where the repository has gone meanwhile nothing begins anew
        Files.createDirectory(folder.resolve("pack"));
    }

    /**
     * Puts what has come into the repository, durably; after a try that failed it goes on. A pack of the same name holds the
     * same objects and stays, because somebody may be reading it.
     */
    public void release(DiskRepository repository) throws IOException {
        for (Path index : arrived()) {
            Path place = packs.resolve(pack(index).getFileName());
            arrivals.add(place);
            if (!Files.exists(place) || !Files.exists(index(place))) {
                if (Files.exists(pack(index))) {
                    Durable.rename(pack(index), place);
                }
                Durable.rename(index, index(place)); // last: a pack without one is not in use
            }
        }
        if (!arrivals.isEmpty()) {
            Durable.folder(packs);
            for (Path place : arrivals) {
                ((ObjectDirectory) repository.jgit().getObjectDatabase()).openPack(place.toFile());
            }
            arrivals.clear();
        }
    }

    /** The indexes that are still here: each goes after its pack. */
    private List<Path> arrived() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("pack"))) {
            return files.filter(file -> file.toString().endsWith(".idx")).toList();
        }
    }

    private static Path pack(Path index) {
        return index.resolveSibling(index.getFileName().toString().replaceFirst("idx$", "pack"));
    }

    private static Path index(Path pack) {
        return pack.resolveSibling(pack.getFileName().toString().replaceFirst("pack$", "idx"));
    }

    /** What lies here, over what a write sees anyway. */
    ObjectSource over(ObjectSource below) {
        return new Over(below);
    }

    @Override
    public void close() throws IOException {
        jgit.close();
        if (Files.exists(folder)) {
            RepositoryFolder.remove(folder);
        }
    }

    /** Remembers nothing: what is refused must not be found again. */
    private final class Over extends ObjectSource {
        private final ObjectSource below;

        private Over(ObjectSource below) {
            this.below = below;
        }

        @Override
        public Optional<GitObject> find(AnyObjectId id, long bytesMax) {
            Optional<GitObject> known = below.find(id, bytesMax);
            return known.isPresent() ? known : findHere(id, bytesMax);
        }

        private Optional<GitObject> findHere(AnyObjectId id, long bytesMax) {
            return read(id, Optional.empty(), loader -> {
                StoredObjects.fits(loader.getSize(), bytesMax);
                int bytes = (int) Math.min(bytesMax, Integer.MAX_VALUE - 8);
                return Optional.of(new GitObject(loader.getType(), loader.getCachedBytes(bytes)));
            });
        }

        @Override
        public long size(AnyObjectId id) {
            long known = below.size(id);
            return known > 0 ? known : read(id, 0L, ObjectLoader::getSize);
        }

        private <T> T read(AnyObjectId id, T missing, Reading<T> reading) {
            try (ObjectReader reader = jgit.newObjectReader()) {
                return reading.of(reader.open(id));
            } catch (MissingObjectException nowhere) {
                return missing;
            } catch (IOException broken) {
                throw Failure.unavailable("The push could not be read; push again.")
                        .causedBy(broken);
            }
        }

        @Override
        public Set<ObjectId> shallowCommits() throws IOException {
            return below.shallowCommits();
        }
    }

    @FunctionalInterface
    private interface Reading<T> {
        T of(ObjectLoader loader) throws IOException;
    }
}
