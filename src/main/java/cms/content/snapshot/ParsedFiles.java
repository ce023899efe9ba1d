package cms.content.snapshot;

import cms.format.CanonicalJson;
import cms.format.CanonicalJson.WrittenObject;
import cms.format.ContentFile;
import cms.format.ContentPath;
import cms.format.FormatLimits;
import cms.format.MarkdownFile;
import cms.git.BlobId;
import cms.git.Tree;
import cms.platform.cache.LeastRecentlyUsed;
import cms.platform.failure.Failure;
import cms.platform.heap.HeapCache;
import cms.platform.heap.HeapPool;
import cms.platform.heap.HeapShare;
import cms.platform.heap.Reservation;
import cms.platform.json.ValueBudget;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The cache of parsed files, by path and version. A file that was just written is added to it and stays long enough
 * that it need not be read again.
 *
 * <p>Parsed values are shared and never changed: a writer that makes another version copies them. Where the process
 * runs with assertions, as all tests do, finding a file of usual size that was changed all the same is an
 * AssertionError.
 */
public final class ParsedFiles implements HeapCache {
    private static final int ENTRY_BYTES = 200;

    /** Heap bytes of a file beside its values: its name, and its entries in the maps here and in snapshots. */
    private static final int FILE_BYTES = 400;

    /** Heap bytes for each byte of a usual file. */
    private static final int HELD_PER_BYTE = 4;

    private static final Duration KEPT = Duration.ofMinutes(10);

    /** A file that was used within this time is likely to be used again. */
    private static final Duration LATELY = Duration.ofSeconds(10);

    private static final long SOURCE_BYTES_MAX = HeapShare.LATELY.bytes() / HELD_PER_BYTE;

    /**
     * Files heavier than this leave the cache whenever a project is deleted; a single one may be a third of the cache.
     */
    private static final long HEAVY = SOURCE_BYTES_MAX / 8;

    /**
     * Bytes of the last written files that are kept to write their next versions from; other files are serialized
     * whole.
     */
    private static final long WRITTEN_BYTES_MAX = SOURCE_BYTES_MAX / 3;

    /** Shorter files are not kept, as serializing them whole is as quick. */
    private static final int WRITTEN_BYTES_MIN = 4 << 10;

    private static final boolean CHECKED = ParsedFiles.class.desiredAssertionStatus();

    /** Longer files are not checked, so that the check does not distort tests that measure large ones. */
    private static final int CHECKED_BYTES_MAX = 256 << 10;

    private final LeastRecentlyUsed<Key, Parsed> known =
            new LeastRecentlyUsed<>(SOURCE_BYTES_MAX, KEPT, ParsedFiles::weight, forgotten -> {}, System::nanoTime);

    private final HeapPool pool = HeapPool.OF_PROCESS;

    /** Held while {@link #written} is read or changed. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Deque<WrittenObject> written = new ArrayDeque<>();
    private long writtenBytes;

    private record Key(String path, BlobId blob) {}

    /**
     * A file that was read.
     *
     * @param sourceBytes the size of the file; 0 for one that is too large
     * @param heldBytes about how many bytes of the heap it takes
     * @param hash the hash of its values when it was parsed; 0 where it is not checked
     */
    record Parsed(ContentFile file, int sourceBytes, long heldBytes, int hash) {
        Parsed(ContentFile file, int sourceBytes, long heldBytes) {
            this(file, sourceBytes, heldBytes, hash(file, sourceBytes));
        }

        private boolean isUnchanged() {
            return hash == hash(file, sourceBytes);
        }

        private static int hash(ContentFile file, int sourceBytes) {
            return CHECKED && sourceBytes <= CHECKED_BYTES_MAX ? file.hashCode() : 0;
        }
    }

    /** The parsed content of a version of a file; a file beyond the size limit is unreadable like a broken one. */
    public ContentFile read(Tree tree, ContentPath where, String path, BlobId blob) {
        return parsed(tree, where, path, blob).file();
    }

    /** The parsed content of a version of a file, where it is cached. */
    public Optional<ContentFile> findCached(String path, BlobId blob) {
        return Optional.ofNullable(find(new Key(path, blob))).map(Parsed::file);
    }

    /** As {@link #read}, with the sizes, for a reading that has reserved no room. */
    Parsed parsed(Tree tree, ContentPath where, String path, BlobId blob) {
        return parsed(tree, where, path, blob, null);
    }

    /**
     * As {@link #read}, with the sizes, for a reading of a whole commit.
     *
     * @throws cms.platform.heap.RoomNeeded when the file may take more than is reserved for the reading
     */
    Parsed parsed(Tree tree, ContentPath where, String path, BlobId blob, @Nullable Reservation reservation) {
        Key key = new Key(path, blob);
        Parsed found = find(key);
        if (found == null) {
            found = parse(tree, where, path, blob, reservation);
            known.put(key, found);
        }
        return found;
    }

    private @Nullable Parsed find(Key key) {
        Parsed found = known.find(key);
        assert found == null || found.isUnchanged() : key.path() + " was changed after it had been parsed";
        return found;
    }

    private Parsed parse(Tree tree, ContentPath where, String path, BlobId blob, @Nullable Reservation reservation) {
        byte[] bytes;
        try {
            bytes = tree.read(blob, FormatLimits.FILE_BYTES_MAX);
        } catch (Failure tooLarge) {
            return new Parsed(new ContentFile.Unreadable(path, 0, tooLarge.message()), 0, 0);
        }
        ValueBudget budget = ContentFile.budget();
        if (reservation == null) {
            Parsed parsed = parsed(where, path, bytes, budget);
            count(parsed);
            return parsed;
        }
        long expected = where instanceof ContentPath.Document
                ? MarkdownFile.heldBytesAtMost(bytes)
                : budget.jsonBytesAtMost(bytes);
        reservation.expect(expected);
        long left = expected;
        try {
            Parsed parsed = parsed(where, path, bytes, budget);
            reservation.parsed(expected, root(parsed.file()), parsed.heldBytes());
            left = 0;
            return parsed;
        } finally {
            reservation.failed(left);
        }
    }

    private static Parsed parsed(ContentPath where, String path, byte[] bytes, ValueBudget budget) {
        ContentFile file = ContentFile.read(where, path, bytes, budget);
        long held = file instanceof ContentFile.Unreadable ? 0 : FILE_BYTES + budget.bytes();
        return new Parsed(file, bytes.length, held);
    }

    private void count(Parsed parsed) {
        Object root = root(parsed.file());
        pool.countVersion(root, root, parsed.heldBytes(), parsed.heldBytes());
    }

    /** The object that every user of the file refers to, so that the file counts as long as it is in use. */
    private static Object root(ContentFile file) {
        return switch (file) {
            case ContentFile.Json(ObjectNode members) -> members;
            case ContentFile.Markdown(MarkdownFile document) -> document;
            case ContentFile.Unreadable unreadable -> unreadable;
        };
    }

    /**
     * Serializes the next version of a file: the text of members that it shares with {@code before} is copied where
     * that version was written lately, and members that are equal stay the same objects.
     *
     * @throws Failure UNPROCESSABLE for a file that could not be read again
     * @param before the members of the version before, as they were read; empty for a new file
     */
    public WrittenObject write(ObjectNode members, ObjectNode before) {
        WrittenObject file = CanonicalJson.written(members, before, lately(before));
        boolean large = file.bytes().length >= FormatLimits.LARGE_FILE_BYTES;
        if (large && ContentFile.json("", file.bytes()) instanceof ContentFile.Unreadable refused) {
            throw Failure.unprocessable(refused.message() + " Nothing was saved.")
                    .withCode("content.too_many_values");
        }
        return file;
    }

    /**
     * Adds a file that is about to be written.
     *
     * @param before the members of the version before, whose parts it shares
     */
    public void remember(String path, BlobId blob, WrittenObject file, ObjectNode before) {
        int bytes = file.bytes().length;
        long whole = FILE_BYTES + file.heldBytes() + bytes;
        known.put(new Key(path, blob), new Parsed(new ContentFile.Json(file.members()), bytes, whole));
        pool.countVersion(file.members(), before, whole, FILE_BYTES + file.ownBytes());
        if (bytes < WRITTEN_BYTES_MIN) {
            return;
        }
        lock.lock();
        try {
            if (!written.removeIf(other -> other == file)) {
                writtenBytes += weight(file);
            }
            written.addFirst(file);
            while (writtenBytes > WRITTEN_BYTES_MAX) {
                writtenBytes -= weight(written.removeLast());
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Drops heavy files, and others that were not used for ten seconds, after a project was deleted: a file is cached
     * by path and version, so the cache does not know which project it belongs to. Other projects parse their files
     * again.
     */
    public void forgetUnused() {
        known.removeUnused(LATELY);
        known.removeHeaviest(Long.MAX_VALUE, parsed -> weight(parsed) > HEAVY);
        Set<ObjectNode> used = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Parsed parsed : known.all()) {
            if (parsed.file() instanceof ContentFile.Json(ObjectNode members)) {
                used.add(members);
            }
        }
        lock.lock();
        try {
            written.removeIf(file -> !used.contains(file.members()));
            writtenBytes = written.stream().mapToLong(ParsedFiles::weight).sum();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long bytes() {
        return HELD_PER_BYTE * known.weight();
    }

    @Override
    public long letGo(long bytes) {
        long gone = known.removeHeaviest(bytes / HELD_PER_BYTE, parsed -> true);
        forgetUnused();
        return HELD_PER_BYTE * gone;
    }

    private @Nullable WrittenObject lately(ObjectNode members) {
        lock.lock();
        try {
            return written.stream()
                    .filter(file -> file.members() == members)
                    .findFirst()
                    .orElse(null);
        } finally {
            lock.unlock();
        }
    }

    private static long weight(WrittenObject file) {
        return Math.max(file.bytes().length, file.heldBytes() / HELD_PER_BYTE);
    }

    private static long weight(Parsed parsed) {
        return ENTRY_BYTES + Math.max(parsed.sourceBytes(), parsed.heldBytes() / HELD_PER_BYTE);
    }
}
