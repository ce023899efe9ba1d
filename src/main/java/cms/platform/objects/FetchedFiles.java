package cms.platform.objects;

import cms.platform.compute.SharedWork;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Local cache of files with objects of a remote store; the least recently used are removed when they take too many
 * bytes. An object never changes under its key.
 */
final class FetchedFiles {
    /** Most bytes on the disk, beside objects that are being downloaded. */
    private static final long BYTES_MAX = 2L << 30;

    /** The calls of a download have times of their own, and the largest objects take minutes. */
    private static final Duration WAIT_MAX = Duration.ofMinutes(10);

    private final Path folder;
    private final Map<String, CachedFile> byKey = new LinkedHashMap<>(16, 0.75f, true);
    private final SharedWork<String, Boolean> fetching = new SharedWork<>(WAIT_MAX, FetchedFiles::busy);
    private long bytes;

    private record CachedFile(Path file, long bytes) {}

    /** @param folder used by this process only, and emptied now: its files do not outlive the process */
    FetchedFiles(Path folder) {
        this.folder = folder;
        if (Files.isDirectory(folder)) {
            try (Stream<Path> left = Files.list(folder)) {
                left.toList().forEach(FetchedFiles::delete);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    /**
     * Opens an object; waits while another thread fetches the same one, whose failure is that of both.
     *
     * @param fetch writes the object into a new file; false where there is none
     * @throws Failure UNAVAILABLE while another thread fetches it for very long
     */
    Optional<FileChannel> open(String key, Predicate<GrowingFile> fetch) {
        Optional<FileChannel> opened = cached(key);
        while (opened.isEmpty() && fetching.of(key, () -> isCached(key) || fetched(key, fetch))) {
            opened = cached(key); // Empty again where other objects have taken its room since.
        }
        return opened;
    }

    void forget(String key) {
        synchronized (byKey) {
            remove(byKey.remove(key));
        }
    }

    private Optional<FileChannel> cached(String key) {
        synchronized (byKey) {
            CachedFile kept = byKey.get(key);
            return kept == null ? Optional.empty() : Optional.of(channel(kept.file()));
        }
    }

    private boolean isCached(String key) {
        synchronized (byKey) {
            return byKey.containsKey(key);
        }
    }

    /** Fetches an object into the cache; false where there is none. */
    private boolean fetched(String key, Predicate<GrowingFile> fetch) {
        try (GrowingFile file = GrowingFile.in(Files.createDirectories(folder))) {
            boolean whole = false;
            try {
                whole = fetch.test(file);
            } finally {
                if (!whole) {
                    Files.delete(file.path());
                }
            }
            if (whole) {
                cache(key, new CachedFile(file.path(), file.size()));
            }
            return whole;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void cache(String key, CachedFile kept) {
        synchronized (byKey) {
            remove(byKey.put(key, kept));
            bytes += kept.bytes();
            while (bytes > BYTES_MAX && byKey.size() > 1) {
                remove(byKey.remove(byKey.keySet().iterator().next()));
            }
        }
    }

    private void remove(@Nullable CachedFile kept) {
        if (kept != null) {
            bytes -= kept.bytes();
            delete(kept.file());
        }
    }

    private static FileChannel channel(Path file) {
        try {
            return FileChannel.open(file, StandardOpenOption.READ);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Failure busy() {
        return Failure.unavailable("The bytes are still being fetched; try again.");
    }
}
