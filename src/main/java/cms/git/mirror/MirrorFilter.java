package cms.git.mirror;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Whether a mirror has every file of its host, or began with the files of content alone. It is kept beside the objects,
 * because it says how they have to be read.
 */
final class MirrorFilter {
    private static final String FILE = "selection";

    private enum State {
        /** Every file of every commit is here. */
        EVERYTHING,
        /** The first fetch has begun without files; those of content may not be here yet. */
        BEGUN,
        /** Files of content are here, and all that came later; the rest is brought when somebody reads it. */
        CONTENT
    }

    private final Path folder;
    private volatile State state;

    MirrorFilter(Path gitDir) {
        this.folder = gitDir;
        this.state = stored(gitDir.resolve(FILE));
    }

    boolean hasEverything() {
        return state == State.EVERYTHING;
    }

    boolean hasBegun() {
        return state == State.BEGUN;
    }

    void begin() throws IOException {
        store(State.BEGUN);
    }

    void end() throws IOException {
        store(State.CONTENT);
    }

    private static State stored(Path file) {
        try {
            return Files.exists(file) ? State.valueOf(Files.readString(file).strip()) : State.EVERYTHING;
        } catch (IOException | IllegalArgumentException unreadable) {
            return State.BEGUN; // Looking for files that are here costs little.
        }
    }

    private void store(State next) throws IOException {
        Path fresh = folder.resolve(FILE + ".tmp");
        try (FileChannel file = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap((next.name() + "\n").getBytes(StandardCharsets.UTF_8)));
            file.force(true);
        }
        Files.move(fresh, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
            names.force(true);
        }
        state = next;
    }
}
