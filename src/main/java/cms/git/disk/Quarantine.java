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
 * Folder of a push's pack until the push is accepted. It lies beside the objects of the repository, and no other reader
 * looks into it. When the push is refused the folder is removed with it, so that refused objects do not count against
 * the repository's limits; after a killed process the next start removes it ({@link Leftovers}).
 */
public final class Quarantine implements AutoCloseable {
    /** Prefix of the folder's name in the repository. */
    static final String PREFIX = "quarantine-";

    private final org.eclipse.jgit.lib.Repository jgit;
    private final Path folder;
    private final Path packs;

    /** Target paths of packs that {@link #release} is moving into the repository. */
    private final Set<Path> arrivals = new LinkedHashSet<>();

    /**
     * @param repository registered with JGit's cache of repositories, which is how both share what is known of its
     *     packs
     */
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

        /** Leaves the refs open: they belong to the other repository. */
        @Override
        protected void doClose() {
            getObjectDatabase().close();
        }

        /** Empty: JGit would announce all refs here, the hidden ones too. */
        @Override
        public Set<ObjectId> getAdditionalHaves() {
            return Set.of();
        }
    }

    /** The repository as the push sees it; objects that are written to it go into this folder. */
    public org.eclipse.jgit.lib.Repository jgit() {
        return jgit;
    }

    /** This folder; it exists between {@link #open} and {@link #close}. */
    public Path folder() {
        return folder;
    }

    public void open() throws IOException {
        Files.createDirectory(folder); // fails, and makes no folder, where the repository was removed meanwhile
        Files.createDirectory(folder.resolve("pack"));
    }

    /**
     * Moves the packs of the push into the repository, durably; called again after a failure it goes on with the rest.
     * A pack of the same name has the same objects and is not replaced, because it may be in use.
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

    /** The indexes that are still in this folder: each is moved after its pack. */
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

    /** The objects of this folder together with those that a write sees ({@code below}). */
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

    /** Caches nothing: objects of a refused push must not be readable later. */
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
