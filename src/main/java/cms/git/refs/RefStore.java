package cms.git.refs;

import cms.git.durable.Durable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The refs of one repository in {@code packed-refs}, written whole for each write: one rename moves any number of them,
 * and a crash leaves all refs of a write moved or none (decision 107). Loose refs of other programs count, and are
 * packed when they are moved.
 *
 * <p>Any thread reads; {@link #stage}, what it returns, {@link #packAll} and {@link #doubt} are the writer's.
 */
public final class RefStore {
    private final Path gitDir;
    private final Path packedFile;
    private final Path lockFile;
    private final LooseRefs loose;

    /** Lock for changing {@link #known} and the file together. */
    private final ReentrantLock file = new ReentrantLock();

    private volatile Known known = new Known(null, Refs.NONE);

    public RefStore(Path gitDir) {
        this.gitDir = gitDir;
        this.packedFile = gitDir.resolve(PackedRefs.NAME);
        this.lockFile = gitDir.resolve("packed-refs.lock");
        this.loose = new LooseRefs(gitDir);
    }

    /** The refs of the file with this stamp; without a stamp nothing was read. */
    private record Known(PackedRefs.@Nullable Stamp stamp, Refs refs) {}

    public Optional<ObjectId> read(String ref) throws IOException {
        Optional<ObjectId> own = loose.read(ref);
        return own.isPresent() ? own : packed().get(ref);
    }

    /** Every ref below {@code refs/}. */
    public Refs all() throws IOException {
        List<RefMove> own = loose.all();
        return own.isEmpty() ? packed() : packed().with(own);
    }

    /**
     * Writes the refs after the moves to a temporary file; fails when a ref does not have its expected value. No ref
     * moves before {@link Staged#publish}, so this may run while the objects are still being synced.
     */
    public Staged stage(List<RefMove> moves) throws IOException {
        pack(loose.of(moves));
        Refs refs = packed();
        for (RefMove move : moves) {
            if (!refs.get(move.ref()).equals(Optional.ofNullable(move.before()))) {
                throw new IOException("another program moved " + move.ref());
            }
        }
        return new Staged(refs.with(moves));
    }

    /** Called after a failed write, before the next: discards its remains on the disk. */
    public void doubt() throws IOException {
        Files.deleteIfExists(lockFile);
    }

    /** All refs after the moves, in a temporary file on the disk. */
    public final class Staged {
        private final Refs refs;

        private Staged(Refs refs) throws IOException {
            this.refs = refs;
            Durable.create(lockFile, PackedRefs.format(refs.all()));
        }

        /** Moves all refs at once, and returns when that is on the disk. */
        public void publish() throws IOException {
            file.lock();
            try {
                PackedRefs.Stamp stamp = PackedRefs.Stamp.of(lockFile);
                Durable.rename(lockFile, packedFile);
                known = new Known(stamp, refs);
            } finally {
                file.unlock();
            }
            Durable.folder(gitDir);
        }

        public void discard() throws IOException {
            Files.deleteIfExists(lockFile);
        }
    }

    /** Packs every loose ref, so that no batch has to open a file for each. */
    public void packAll() throws IOException {
        pack(loose.all());
    }

    /**
     * Packs loose refs; each overrides its packed value, so it must be removed durably before the refs are published.
     */
    private void pack(List<RefMove> found) throws IOException {
        if (!found.isEmpty()) {
            new Staged(packed().with(found)).publish();
            loose.remove(found);
        }
    }

    private Refs packed() throws IOException {
        Known last = known;
        if (PackedRefs.Stamp.of(packedFile).equals(last.stamp())) {
            return last.refs();
        }
        file.lock();
        try {
            PackedRefs.Stamp stamp = PackedRefs.Stamp.of(packedFile);
            if (!stamp.equals(known.stamp())) {
                known = new Known(stamp, new Refs(PackedRefs.read(packedFile)));
            }
            return known.refs();
        } finally {
            file.unlock();
        }
    }

    /**
     * The bytes of {@code packed-refs}, read beside a writer; the header alone for a missing file. Fails where a
     * journal of an earlier version has refs that this file lacks.
     */
    public static byte[] packed(Path gitDir) throws IOException {
        FormerJournals.requireNone(gitDir);
        return PackedRefs.format(PackedRefs.read(gitDir.resolve(PackedRefs.NAME)));
    }

    /**
     * Folds the journals that an earlier version left beside {@code packed-refs} into it, and removes them; to be
     * called before anything is written. Killed at any moment, it does the rest when it is called again.
     */
    public static void foldFormerJournals(Path gitDir) throws IOException {
        FormerJournals.fold(gitDir);
    }
}
