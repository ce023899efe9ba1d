package cms.git.disk;

import cms.git.durable.DiskTasks;
import cms.git.durable.Durable;
import cms.git.graph.NewPack;
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

    /** Returns the file; one of the same name holds the same and is replaced. */
    Path write(NewPack fresh) throws IOException {
        Path pack = folder.resolve(temporary(fresh.name(), "pack"));
        Path index = folder.resolve(temporary(fresh.name(), "idx"));
        try {
            DiskTasks.all(List.of(
                    () -> Durable.create(index, fresh.index(), Durable.READ_ONLY),
                    () -> Durable.create(pack, fresh.pack(), Durable.READ_ONLY)));
            Path place = folder.resolve(fresh.name() + ".pack");
            Durable.rename(pack, place);
            Durable.rename(index, folder.resolve(fresh.name() + ".idx"));
            Durable.folder(folder);
            return place;
        } catch (IOException failed) {
            Files.deleteIfExists(pack);
            Files.deleteIfExists(index);
            throw failed;
        }
    }

    /** Without the ending of a pack: JGit takes every file with one for a pack that is there. */
    static String temporary(String name, String kind) {
        return "tmp_" + name + "_" + kind;
    }
}
