package cms.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Writes loose objects so that no name ever stands for a file that is not wholly on the disk: the content is synced
 * under a temporary name, then renamed, then the folders are synced. All files of a call are synced in parallel,
 * because waiting for the disk one by one is what makes a save slow.
 */
final class LooseObjects {
    /** A name that Git knows as its own, so that {@code git gc} removes it too. */
    static final String TEMPORARY = "tmp_obj_";

    private static final AtomicLong NUMBER = new AtomicLong();
    private static final FileAttribute<?> READ_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r--r--r--"));

    private final Path folder;

    LooseObjects(Path folder) {
        this.folder = folder;
    }

    private record Staged(Path temporary, Path place) {}

    void write(Map<ObjectId, GitObject> objects) throws IOException {
        if (objects.isEmpty()) {
            return;
        }
        List<Staged> staged = new ArrayList<>();
        objects.keySet().forEach(id -> staged.add(new Staged(
                folder.resolve(TEMPORARY + NUMBER.incrementAndGet()),
                folder.resolve(id.name().substring(0, 2)).resolve(id.name().substring(2)))));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Void>> writes = new ArrayList<>();
            int index = 0;
            for (GitObject object : objects.values()) {
                Path temporary = staged.get(index++).temporary();
                writes.add(() -> {
                    Durable.create(temporary, deflate(object), READ_ONLY);
                    return null;
                });
            }
            all(threads, writes);
            List<Callable<Void>> syncs = new ArrayList<>();
            for (Path changed : place(staged)) {
                syncs.add(() -> {
                    Durable.folder(changed);
                    return null;
                });
            }
            all(threads, syncs);
        } catch (IOException | RuntimeException failed) {
            for (Staged left : staged) {
                deleteQuietly(left.temporary());
            }
            throw failed;
        }
    }

    /** Gives the files their names; returns the folders in which names changed. */
    private Set<Path> place(List<Staged> staged) throws IOException {
        Set<Path> changed = new LinkedHashSet<>();
        for (Staged file : staged) {
            Path fan = file.place().resolveSibling("");
            if (changed.add(fan) && !Files.isDirectory(fan)) {
                try {
                    Files.createDirectory(fan);
                } catch (FileAlreadyExistsException another) {
                    // A push made the same folder at the same time.
                }
                changed.add(folder);
            }
            Durable.rename(file.temporary(), file.place());
        }
        return changed;
    }

    private static byte[] deflate(GitObject object) throws IOException {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream(object.bytes().length / 3 + 64);
            try (DeflaterOutputStream deflated = new DeflaterOutputStream(out, deflater)) {
                deflated.write(object.header());
                deflated.write(object.bytes());
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    private static void all(ExecutorService threads, List<Callable<Void>> tasks) throws IOException {
        List<Future<Void>> running = new ArrayList<>();
        tasks.forEach(task -> running.add(threads.submit(task)));
        IOException failure = null;
        for (Future<Void> task : running) {
            try {
                task.get();
            } catch (ExecutionException failed) {
                failure = new IOException(failed.getCause());
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                failure = new IOException("interrupted while the disk was busy", stopped);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException stays) {
            // The sweep before the next write removes it.
        }
    }
}
