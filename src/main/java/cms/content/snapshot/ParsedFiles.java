package cms.content.snapshot;

import cms.format.CanonicalJson;
import cms.format.CanonicalJson.Written;
import cms.format.ContentFile;
import cms.format.ContentPath;
import cms.format.FormatLimits;
import cms.git.BlobId;
import cms.git.Tree;
import cms.platform.cache.LeastRecentlyUsed;
import cms.platform.failure.Failure;
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
 * Remembers what files say, by path and version; what has just been written need not be read again: a file that was
 * written a moment ago is always still there.
 *
 * <p>What was parsed is shared by everybody and never changed: a writer that makes another version copies it. Where
 * the process runs with assertions, as all tests do, a file of usual size that was changed all the same ends the call
 * that meets it.
 */
public final class ParsedFiles {
    private static final long SOURCE_BYTES_MAX = 24L << 20;
    private static final int ENTRY_BYTES = 200;

    /** What a byte of a usual file takes of the heap. */
    private static final int HELD_PER_BYTE = 4;

    private static final Duration KEPT = Duration.ofMinutes(10);

    /** Somebody is about to use it again. */
    private static final Duration LATELY = Duration.ofSeconds(10);

    /** Of the bytes of files that were written last; a file that is not among them is written whole. */
    private static final long WRITTEN_BYTES_MAX = 8L << 20;

    /** Shorter files are written whole as quickly. */
    private static final int WRITTEN_BYTES_MIN = 4 << 10;

    private static final boolean CHECKED = ParsedFiles.class.desiredAssertionStatus();

    /** Longer files are not checked, so that tests of large ones measure what they did. */
    private static final int CHECKED_BYTES_MAX = 256 << 10;

    private final LeastRecentlyUsed<Key, Parsed> known =
            new LeastRecentlyUsed<>(SOURCE_BYTES_MAX, KEPT, ParsedFiles::weight, forgotten -> {}, System::nanoTime);

    /** Held while {@link #written} is read or changed. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Deque<Written> written = new ArrayDeque<>();
    private long writtenBytes;

    private record Key(String path, BlobId blob) {}

    /**
     * A file that was read.
     *
     * @param sourceBytes how long the file is; 0 for one that is too large
     * @param heldBytes about what it takes of the heap
     * @param hash of its values when it was parsed; 0 where nobody compares
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

    /** What a version of a file says; a file beyond the size limit is unreadable like a broken one. */
    public ContentFile read(Tree tree, ContentPath where, String path, BlobId blob) {
        return parsed(tree, where, path, blob).file();
    }

    /** The same without reading it. */
    public Optional<ContentFile> findCached(String path, BlobId blob) {
        return Optional.ofNullable(find(new Key(path, blob))).map(Parsed::file);
    }

    Parsed parsed(Tree tree, ContentPath where, String path, BlobId blob) {
        Key key = new Key(path, blob);
        Parsed found = find(key);
        if (found == null) {
            found = parse(tree, where, path, blob);
            known.put(key, found);
        }
        return found;
    }

    private @Nullable Parsed find(Key key) {
        Parsed found = known.find(key);
        assert found == null || found.isUnchanged() : key.path() + " was changed after it had been parsed";
        return found;
    }

    private static Parsed parse(Tree tree, ContentPath where, String path, BlobId blob) {
        byte[] bytes;
        try {
            bytes = tree.read(blob, FormatLimits.FILE_BYTES_MAX);
        } catch (Failure tooLarge) {
            return new Parsed(new ContentFile.Unreadable(path, 0, tooLarge.message()), 0, 0);
        }
        ValueBudget budget = ContentFile.budget();
        ContentFile file = ContentFile.read(where, path, bytes, budget);
        return new Parsed(file, bytes.length, file instanceof ContentFile.Unreadable ? 0 : budget.bytes());
    }

    /**
     * Writes the next version of a file: what it shares with {@code before} is copied when that was written lately, and
     * what says the same as before stays as it is.
     *
     * @throws Failure UNPROCESSABLE for a file that could not be read again
     * @param before the members of the version before, as they were read; empty for a new file
     */
    public Written write(ObjectNode members, ObjectNode before) {
        Written file = CanonicalJson.written(members, before, lately(before));
        boolean large = file.bytes().length >= FormatLimits.LARGE_FILE_BYTES;
        if (large && ContentFile.json("", file.bytes()) instanceof ContentFile.Unreadable refused) {
            throw Failure.unprocessable(refused.message() + " Nothing was saved.")
                    .withCode("content.too_many_values");
        }
        return file;
    }

    /** Takes over a file that is about to be written. */
    public void remember(String path, BlobId blob, Written file) {
        int bytes = file.bytes().length;
        known.put(
                new Key(path, blob),
                new Parsed(new ContentFile.Json(file.members()), bytes, (long) bytes * HELD_PER_BYTE));
        if (bytes < WRITTEN_BYTES_MIN) {
            return;
        }
        lock.lock();
        try {
            if (!written.removeIf(other -> other == file)) {
                writtenBytes += bytes;
            }
            written.addFirst(file);
            while (writtenBytes > WRITTEN_BYTES_MAX) {
                writtenBytes -= written.removeLast().bytes().length;
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Forgets what nobody has used for ten seconds. For when a project is gone: nothing here tells whose a version is, and
     * what others need of the rest is read again.
     */
    public void forgetUnused() {
        known.removeUnused(LATELY);
        Set<ObjectNode> used = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Parsed parsed : known.all()) {
            if (parsed.file() instanceof ContentFile.Json(ObjectNode members)) {
                used.add(members);
            }
        }
        lock.lock();
        try {
            written.removeIf(file -> !used.contains(file.members()));
            writtenBytes =
                    written.stream().mapToLong(file -> file.bytes().length).sum();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Written lately(ObjectNode members) {
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

    private static long weight(Parsed parsed) {
        return ENTRY_BYTES + Math.max(parsed.sourceBytes(), parsed.heldBytes() / HELD_PER_BYTE);
    }
}
