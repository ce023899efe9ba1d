package cms.git.disk;

import cms.git.durable.DiskTasks;
import cms.git.durable.Durable;
import cms.git.graph.ObjectSource.GitObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    /** Names that Git knows as its own, so that {@code git gc} removes them too; numbers never repeat in a process. */
    private static final String TEMPORARY = "tmp_obj_";

    private static final AtomicLong NUMBER = new AtomicLong();

    private final Path folder;

    LooseObjects(Path folder) {
        this.folder = folder;
    }

    private record Staged(GitObject object, Path temporary, Path place) {
        void write() throws IOException {
            Durable.create(temporary, deflate(object), Durable.READ_ONLY);
        }
    }

    void write(Map<ObjectId, GitObject> objects) throws IOException {
        List<Staged> staged = new ArrayList<>();
        objects.forEach((id, object) -> staged.add(new Staged(
                object,
                folder.resolve(TEMPORARY + NUMBER.incrementAndGet()),
                folder.resolve(id.name().substring(0, 2)).resolve(id.name().substring(2)))));
        List<DiskTasks.Task> writes = new ArrayList<>();
        staged.forEach(file -> writes.add(file::write));
        try {
            DiskTasks.all(writes);
            List<DiskTasks.Task> syncs = new ArrayList<>();
            place(staged).forEach(changed -> syncs.add(() -> Durable.folder(changed)));
            DiskTasks.all(syncs);
        } catch (IOException failed) {
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
                    // Another program made the same folder at the same time.
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

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException stays) {
            // The sweep before the next write removes it.
        }
    }
}
