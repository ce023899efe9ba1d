package cms.platform.objects;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
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

    private final Path folder;
    private final Map<String, CachedFile> byKey = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, Object> fetching = new ConcurrentHashMap<>();
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
     * Opens an object; waits while another thread fetches the same one.
     *
     * @param fetch writes the object into a new file; false where there is none
     */
    Optional<FileChannel> open(String key, Predicate<GrowingFile> fetch) {
        Optional<FileChannel> known = cached(key);
        if (known.isPresent()) {
            return known;
        }
        Object turn = fetching.computeIfAbsent(key, name -> new Object());
        synchronized (turn) {
            try {
                Optional<FileChannel> meanwhile = cached(key);
                return meanwhile.isPresent() ? meanwhile : fetched(key, fetch);
            } finally {
                fetching.remove(key, turn);
            }
        }
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

    private Optional<FileChannel> fetched(String key, Predicate<GrowingFile> fetch) {
        try (GrowingFile file = GrowingFile.in(Files.createDirectories(folder))) {
            boolean whole = false;
            try {
                whole = fetch.test(file);
            } finally {
                if (!whole) {
                    Files.delete(file.path());
                }
            }
            if (!whole) {
                return Optional.empty();
            }
            FileChannel opened = channel(file.path());
            cache(key, new CachedFile(file.path(), file.size()));
            return Optional.of(opened);
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
}
