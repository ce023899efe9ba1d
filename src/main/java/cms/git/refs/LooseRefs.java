package cms.git.refs;

import cms.git.durable.Durable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Refs with a file each, which only other programs make here, so that mostly there are none. Making one changes its
 * folder: as long as no folder has changed since none was found, there is none.
 */
final class LooseRefs {
    private static final int FOLDERS_KEPT_MAX = 16;

    /** Time within which a folder may change twice with the same timestamp. */
    private static final Duration TIME_STEP_MAX = Duration.ofSeconds(2);

    private final Path gitDir;
    private final LongSupplier nanoTime;

    /** The last search without a result; null after one that found refs. */
    private volatile @Nullable Empty empty;

    LooseRefs(Path gitDir) {
        this(gitDir, System::nanoTime);
    }

    LooseRefs(Path gitDir, LongSupplier nanoTime) {
        this.gitDir = gitDir;
        this.nanoTime = nanoTime;
    }

    /** The value of a ref; empty for a missing file, a folder, and a symbolic ref. */
    Optional<ObjectId> read(String ref) throws IOException {
        Path file = gitDir.resolve(ref);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
            return ObjectId.isId(text) ? Optional.of(ObjectId.fromString(text)) : Optional.empty();
        } catch (NoSuchFileException justPacked) {
            return Optional.empty();
        }
    }

    /** State of a folder, which differs after any name in it was made, renamed or removed. */
    private record Seen(
            Path folder, FileTime changed, @Nullable Object key) {
        static Seen of(Path folder, BasicFileAttributes attributes) {
            return new Seen(folder, attributes.lastModifiedTime(), attributes.fileKey());
        }

        boolean isSame() {
            try {
                return equals(of(folder, Files.readAttributes(folder, BasicFileAttributes.class)));
            } catch (IOException gone) {
                return false;
            }
        }
    }

    /**
     * A search that found no ref in any folder.
     *
     * @param since the moment (nanoseconds) from which on they have not looked otherwise
     * @param settled whether a look so much later found the same: then no change can hide in their times
     */
    private record Empty(List<Seen> folders, long since, boolean settled) {
        Empty again(List<Seen> found, long now) {
            return folders.equals(found)
                    ? new Empty(folders, since, settled || now - since > TIME_STEP_MAX.toNanos())
                    : new Empty(found, now, false);
        }

        boolean lasts() {
            return settled && folders.stream().allMatch(Seen::isSame);
        }
    }

    /** All loose refs, each as a move to its value. */
    List<RefMove> all() throws IOException {
        Empty known = empty;
        return known != null && known.lasts() ? List.of() : look(known);
    }

    private List<RefMove> look(@Nullable Empty known) throws IOException {
        long now = nanoTime.getAsLong();
        List<RefMove> loose = new ArrayList<>();
        List<Seen> folders = new ArrayList<>();
        AtomicInteger files = new AtomicInteger();
        Files.walkFileTree(gitDir.resolve("refs"), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                folders.add(Seen.of(folder, attributes));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                files.incrementAndGet();
                if (!file.toString().endsWith(".lock")) {
                    String name = gitDir.relativize(file).toString();
                    read(name).ifPresent(id -> loose.add(new RefMove(name, null, id)));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        boolean counts = files.get() == 0 && folders.size() <= FOLDERS_KEPT_MAX;
        Empty before = known == null ? new Empty(folders, now, false) : known;
        empty = counts ? before.again(folders, now) : null;
        return loose;
    }

    /** The loose refs among those that are about to move. */
    List<RefMove> of(List<RefMove> moves) throws IOException {
        List<RefMove> loose = new ArrayList<>();
        for (RefMove move : moves) {
            read(move.ref()).ifPresent(id -> loose.add(new RefMove(move.ref(), null, id)));
        }
        return loose;
    }

    /** Removes loose refs durably. */
    void remove(List<RefMove> loose) throws IOException {
        Set<Path> folders = new HashSet<>();
        for (RefMove packed : loose) {
            Path file = gitDir.resolve(packed.ref());
            Files.delete(file);
            folders.add(file.resolveSibling(""));
        }
        for (Path folder : folders) {
            Durable.folder(folder);
        }
    }
}
