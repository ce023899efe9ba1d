package cms.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Writes the objects of a large batch as one pack, so that an import waits for two files instead of thousands. No name ever
 * stands for a file that is not wholly on the disk: both are synced under temporary names, then renamed (the index
 * last, because it makes the pack visible), then the folder is synced.
 */
final class Packs {
    private static final FileAttribute<?> READ_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r--r--r--"));

    private final Path folder;

    Packs(Path folder) {
        this.folder = folder;
    }

    void write(Map<ObjectId, GitObject> objects) throws IOException {
        if (objects.isEmpty()) {
            return;
        }
        NewPack fresh = NewPack.of(objects);
        Path pack = folder.resolve("tmp_" + fresh.name() + ".pack");
        Path index = folder.resolve("tmp_" + fresh.name() + ".idx");
        try {
            FutureTask<Void> other = start(() -> {
                Durable.create(index, fresh.index(), READ_ONLY);
                return null;
            });
            try {
                Durable.create(pack, fresh.pack(), READ_ONLY);
            } finally {
                await(other);
            }
            Durable.rename(pack, folder.resolve(fresh.name() + ".pack"));
            Durable.rename(index, folder.resolve(fresh.name() + ".idx"));
            Durable.folder(folder);
        } finally {
            Files.deleteIfExists(pack);
            Files.deleteIfExists(index);
        }
    }

    private static FutureTask<Void> start(Callable<Void> task) {
        FutureTask<Void> running = new FutureTask<>(task);
        Thread.ofVirtual().start(running);
        return running;
    }

    private static void await(FutureTask<Void> task) throws IOException {
        try {
            task.get();
        } catch (ExecutionException failed) {
            throw new IOException(failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the disk was busy", stopped);
        }
    }
}
