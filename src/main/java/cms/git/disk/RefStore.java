package cms.git.disk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.jgit.lib.ObjectId;

/**
 * The refs of one repository, all of them in {@code packed-refs}: one rename moves any number of refs, so that a
 * crash leaves all of them moved or none. Loose refs of other programs count, and are packed when they are moved.
 */
final class RefStore {
    private static final String HEADER = "# pack-refs with: sorted \n";
    private static final int SHA_CHARS = 40;

    private final Path gitDir;
    private final Path packedFile;
    private final Path lockFile;
    private volatile Packed packed = new Packed("", Collections.emptyNavigableMap());

    RefStore(Path gitDir) {
        this.gitDir = gitDir;
        this.packedFile = gitDir.resolve("packed-refs");
        this.lockFile = gitDir.resolve("packed-refs.lock");
    }

    /** What {@code packed-refs} holds while its stamp (size, time, file number) stays the same. */
    private record Packed(String stamp, NavigableMap<String, ObjectId> refs) {}

    Optional<ObjectId> read(String ref) throws IOException {
        Optional<ObjectId> loose = loose(gitDir.resolve(ref));
        return loose.isPresent() ? loose : Optional.ofNullable(packed().refs().get(ref));
    }

    /** Every ref below {@code refs/}, not to be changed. */
    NavigableMap<String, ObjectId> all() throws IOException {
        Map<String, ObjectId> loose = new TreeMap<>();
        Files.walkFileTree(gitDir.resolve("refs"), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!file.toString().endsWith(".lock")) {
                    loose(file)
                            .ifPresent(id -> loose.put(gitDir.relativize(file).toString(), id));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        NavigableMap<String, ObjectId> all = packed().refs();
        return loose.isEmpty() ? all : with(all, loose);
    }

    /**
     * Writes and syncs the refs as they will be; a ref that is not where it was said to be fails. Nothing has moved
     * before {@link Staged#publish}, so that this may run while the objects are still being synced.
     */
    Staged stage(List<RefMove> moves) throws IOException {
        packLoose(moves.stream().map(RefMove::ref).toList());
        NavigableMap<String, ObjectId> refs = new TreeMap<>(packed().refs());
        for (RefMove move : moves) {
            ObjectId before = move.after() == null ? refs.remove(move.ref()) : refs.put(move.ref(), move.after());
            if (!Objects.equals(before, move.before())) {
                throw new IOException("another program moved " + move.ref());
            }
        }
        return new Staged(refs);
    }

    /** Removes the lock of a write of ours that failed; only the writer calls it, between two batches. */
    void unlock() throws IOException {
        Files.deleteIfExists(lockFile);
    }

    /** Refs that are on the disk under a temporary name. */
    final class Staged {
        private final NavigableMap<String, ObjectId> refs;
        private final String stamp;

        private Staged(NavigableMap<String, ObjectId> refs) throws IOException {
            this.refs = refs;
            StringBuilder text = new StringBuilder(HEADER.length() + refs.size() * 80).append(HEADER);
            refs.forEach((name, id) ->
                    text.append(id.name()).append(' ').append(name).append('\n'));
            Durable.create(lockFile, text.toString().getBytes(StandardCharsets.UTF_8));
            this.stamp = stamp(lockFile);
        }

        /** Moves all refs at once, and returns when that is on the disk. */
        void publish() throws IOException {
            Durable.rename(lockFile, packedFile);
            packed = new Packed(stamp, refs);
            Durable.folder(gitDir);
        }

        void discard() throws IOException {
            Files.deleteIfExists(lockFile);
        }
    }

    /** Packs every loose ref, so that no batch has to open a file for each. */
    void packAll() throws IOException {
        packLoose(all().keySet());
    }

    /** A loose ref hides the packed one, so it must be gone for good before the one rename that counts. */
    private void packLoose(Collection<String> names) throws IOException {
        Map<String, ObjectId> loose = new TreeMap<>();
        for (String name : names) {
            loose(gitDir.resolve(name)).ifPresent(id -> loose.put(name, id));
        }
        if (!loose.isEmpty()) {
            new Staged(with(packed().refs(), loose)).publish();
            Set<Path> folders = new HashSet<>();
            for (String name : loose.keySet()) {
                Path file = gitDir.resolve(name);
                Files.delete(file);
                folders.add(file.resolveSibling(""));
            }
            for (Path folder : folders) {
                Durable.folder(folder);
            }
        }
    }

    private Packed packed() throws IOException {
        Packed known = packed;
        String stamp = stamp(packedFile);
        if (stamp.equals(known.stamp())) {
            return known;
        }
        NavigableMap<String, ObjectId> refs = new TreeMap<>();
        if (!stamp.isEmpty()) {
            for (String line : Files.readAllLines(packedFile)) {
                if (line.length() > SHA_CHARS + 1 && line.charAt(SHA_CHARS) == ' ' && line.charAt(0) != '#') {
                    refs.put(line.substring(SHA_CHARS + 1), ObjectId.fromString(line.substring(0, SHA_CHARS)));
                }
            }
        }
        Packed read = new Packed(stamp, refs);
        packed = read;
        return read;
    }

    private static String stamp(Path file) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.size() + " " + attributes.lastModifiedTime() + " " + attributes.fileKey();
        } catch (NoSuchFileException none) {
            return "";
        }
    }

    /** Empty for a missing file, a folder, and a symbolic ref. */
    private static Optional<ObjectId> loose(Path file) throws IOException {
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

    private static NavigableMap<String, ObjectId> with(
            NavigableMap<String, ObjectId> refs, Map<String, ObjectId> changes) {
        NavigableMap<String, ObjectId> changed = new TreeMap<>(refs);
        changed.putAll(changes);
        return changed;
    }
}
