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

    Incoming incoming(NewPack fresh) {
        return new Incoming(
                fresh, folder.resolve(temporary(fresh.name(), "pack")), folder.resolve(temporary(fresh.name(), "idx")));
    }

    /** A pack that is not in the repository yet. */
    final class Incoming {
        private final NewPack fresh;
        private final Path pack;
        private final Path index;

        private Incoming(NewPack fresh, Path pack, Path index) {
            this.fresh = fresh;
            this.pack = pack;
            this.index = index;
        }

        /** Its two files, each synced by one task; they may run at the same time. */
        List<DiskTasks.Task> tasks() {
            return List.of(
                    () -> Durable.create(pack, fresh.pack(), Durable.READ_ONLY),
                    () -> Durable.create(index, fresh.index(), Durable.READ_ONLY));
        }

        /**
         * Moves the pack to its place and returns its file, after both tasks have succeeded; one of the same name has
         * the same content and is replaced.
         */
        Path place() throws IOException {
            Path place = folder.resolve(fresh.name() + ".pack");
            Durable.rename(pack, place);
            Durable.rename(index, folder.resolve(fresh.name() + ".idx"));
            Durable.folder(folder);
            return place;
        }

        void discard() throws IOException {
            Files.deleteIfExists(pack);
            Files.deleteIfExists(index);
        }
    }

    /** A temporary name, without the extension of a pack: JGit takes every file with it for a pack. */
    static String temporary(String name, String kind) {
        return "tmp_" + name + "_" + kind;
    }
}
