package cms.git.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Puts a pack into a repository. No name ever stands for a file that is not wholly on the disk: pack and index are
 * synced under temporary names, then renamed (the index last, because it makes the pack visible), then the folder is
 * synced.
 */
final class Packs {
    private final Path folder;

    Packs(Path folder) {
        this.folder = folder;
    }

    void write(NewPack fresh) throws IOException {
        Path pack = folder.resolve("tmp_" + fresh.name() + ".pack");
        Path index = folder.resolve("tmp_" + fresh.name() + ".idx");
        try {
            DiskTasks.all(List.of(
                    () -> Durable.create(index, fresh.index(), Durable.READ_ONLY),
                    () -> Durable.create(pack, fresh.pack(), Durable.READ_ONLY)));
            Durable.rename(pack, folder.resolve(fresh.name() + ".pack"));
            Durable.rename(index, folder.resolve(fresh.name() + ".idx"));
            Durable.folder(folder);
        } finally {
            Files.deleteIfExists(pack);
            Files.deleteIfExists(index);
        }
    }
}
