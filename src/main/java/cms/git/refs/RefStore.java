package cms.git.refs;

import cms.git.durable.DiskTasks;
import cms.git.durable.Durable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The refs of one repository in {@code packed-refs}: while they are few, one rename moves any number of them. When
 * they are many, what moves is appended to a journal, one synced record a write, and folded into {@code packed-refs}
 * beside the writer a moment later (decision 33). Either way a crash leaves all refs of a write moved or none. Loose
 * refs of other programs count, and are packed when they are moved.
 *
 * <p>Any thread reads and folds; {@link #stage}, what it returns, {@link #packAll} and {@link #doubt} are the writer's.
 */
public final class RefStore {
    private static final Logger LOG = LoggerFactory.getLogger(RefStore.class);

    /** Up to this many the whole file is written for each move, about 20 KB: other programs see every move at once. */
    private static final int WHOLE_REFS_MAX = 250;

    /** How old {@code packed-refs} may be; the more there is to write, the less often. */
    private static final Duration FOLD_DELAY_MIN = Duration.ofSeconds(1);

    private static final Duration FOLD_DELAY_PER_REF = Duration.ofNanos(100_000);

    private final Path gitDir;
    private final Path packedFile;
    private final Path lockFile;
    private final LooseRefs loose;
    private final int wholeRefsMax;
    private final Duration foldDelayMin;

    /** Held while what is read belongs together changes: {@link #known} and the files. */
    private final ReentrantLock files = new ReentrantLock();
    /** Held by whoever writes a whole file while there are journals; taken before {@link #files}. */
    private final ReentrantLock folding = new ReentrantLock();

    private final AtomicBoolean foldAwaited = new AtomicBoolean();
    private volatile Known known = new Known(null, Refs.NONE);
    private @Nullable RefJournal journal;
    /** Whether journals may be there that this process did not begin, or that end in a move nobody was told of. */
    private boolean doubted = true;

    public RefStore(Path gitDir) {
        this(gitDir, WHOLE_REFS_MAX, FOLD_DELAY_MIN);
    }

    RefStore(Path gitDir, int wholeRefsMax, Duration foldDelayMin) {
        this.gitDir = gitDir;
        this.packedFile = gitDir.resolve(PackedRefs.NAME);
        this.lockFile = gitDir.resolve("packed-refs.lock");
        this.loose = new LooseRefs(gitDir);
        this.wholeRefsMax = wholeRefsMax;
        this.foldDelayMin = foldDelayMin;
    }

    /** Right as long as {@code packed-refs} has the stamp; without a stamp nothing has been read. */
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
     * Prepares the refs as they will be; a ref that is not where it was said to be fails. Nothing has moved before
     * {@link Staged#publish}, so that this may run while the objects are still being synced.
     */
    public Staged stage(List<RefMove> moves) throws IOException {
        pack(loose.of(moves));
        Refs refs = packed();
        for (RefMove move : moves) {
            if (!refs.get(move.ref()).equals(Optional.ofNullable(move.before()))) {
                throw new IOException("another program moved " + move.ref());
            }
        }
        return prepare(moves);
    }

    private Staged prepare(List<RefMove> moves) throws IOException {
        int count = packed().estimate() + moves.size();
        boolean few = count <= (journal == null ? wholeRefsMax : wholeRefsMax / 2);
        if (doubted || few && journal != null) {
            endJournals();
        }
        if (few) {
            return new Whole(packed().with(moves));
        }
        if (journal == null) {
            RefJournal begun = RefJournal.begin(gitDir);
            files.lock();
            try {
                journal = begun;
            } finally {
                files.unlock();
            }
        }
        return new Noted(moves);
    }

    /** To be called after a write that failed, before the next: what it left on the disk must not count. */
    public void doubt() throws IOException {
        folding.lock();
        try {
            Files.deleteIfExists(lockFile);
            doubted = true;
        } finally {
            folding.unlock();
        }
    }

    /** Moves of refs that are ready and not yet made. */
    public interface Staged {
        /** Moves all refs at once, and returns when that is on the disk. */
        void publish() throws IOException;

        void discard() throws IOException;
    }

    /** All refs as they will be, on the disk under a temporary name. */
    private final class Whole implements Staged {
        private final NavigableMap<String, ObjectId> refs;

        private Whole(Refs refs) throws IOException {
            this.refs = refs.all();
            Durable.create(lockFile, PackedRefs.format(this.refs));
        }

        @Override
        public void publish() throws IOException {
            replace(before -> new Refs(refs, Collections.emptyNavigableMap()));
            Durable.folder(gitDir);
        }

        @Override
        public void discard() throws IOException {
            Files.deleteIfExists(lockFile);
        }
    }

    /** A record that is not in the journal yet. */
    private final class Noted implements Staged {
        private final List<RefMove> moves;

        private Noted(List<RefMove> moves) {
            this.moves = List.copyOf(moves);
        }

        @Override
        public void publish() throws IOException {
            files.lock();
            try {
                Objects.requireNonNull(journal).append(moves);
                known = new Known(known.stamp(), known.refs().with(moves));
            } finally {
                files.unlock();
            }
            foldLater();
        }

        @Override
        public void discard() {
            // Nothing has been written.
        }
    }

    /** Puts the new file in place of the old one and knows what is there now. */
    private void replace(UnaryOperator<Refs> now) throws IOException {
        files.lock();
        try {
            PackedRefs.Stamp stamp = PackedRefs.Stamp.of(lockFile);
            Durable.rename(lockFile, packedFile);
            known = new Known(stamp, now.apply(known.refs()));
        } finally {
            files.unlock();
        }
    }

    private void foldLater() {
        if (foldAwaited.compareAndSet(false, true)) {
            Duration delay = FOLD_DELAY_PER_REF.multipliedBy(known.refs().estimate());
            DiskTasks.startLater(delay.compareTo(foldDelayMin) < 0 ? foldDelayMin : delay, () -> {
                foldAwaited.set(false);
                foldQuietly();
            });
        }
    }

    /** {@link #fold}, for whoever can do without: what was not folded now is folded later, or at the next start. */
    public void foldQuietly() {
        try {
            fold();
        } catch (IOException failed) {
            LOG.warn("The journal of refs in {} could not be folded now; it is tried again", gitDir, failed);
        }
    }

    /** {@link #endJournals} likewise. */
    public void endQuietly() {
        try {
            endJournals();
        } catch (IOException failed) {
            LOG.warn("The journals of refs in {} could not be folded now; it is tried again", gitDir, failed);
        }
    }

    /**
     * Brings {@code packed-refs} up to what the journal says, beside the writer: it appends to a journal of its own
     * meanwhile. Returns when other programs find every ref that had moved before the call.
     */
    public void fold() throws IOException {
        folding.lock();
        try {
            if (!isBehind()) {
                return;
            }
            RefJournal next = RefJournal.begin(gitDir);
            Refs then;
            RefJournal sealed;
            files.lock();
            try {
                sealed = journal;
                journal = next;
                then = packed();
            } finally {
                files.unlock();
            }
            if (sealed != null) {
                sealed.close();
            }
            NavigableMap<String, ObjectId> refs = then.all();
            write(refs);
            replace(before -> before.over(refs));
            Durable.folder(gitDir);
            next.removeEarlier(gitDir);
        } finally {
            folding.unlock();
        }
    }

    private boolean isBehind() {
        files.lock();
        try {
            return journal != null && journal.hasMoves();
        } finally {
            files.unlock();
        }
    }

    /** Folds what a process before this one has left, or what this one leaves; then no journal is there. */
    public void endJournals() throws IOException {
        folding.lock();
        try {
            if (journal == null && RefJournal.files(gitDir).isEmpty()) {
                doubted = false;
                return;
            }
            NavigableMap<String, ObjectId> refs = packed().all();
            write(refs);
            replace(before -> new Refs(refs, Collections.emptyNavigableMap()));
            Durable.folder(gitDir);
            if (journal != null) {
                journal.close();
                journal = null;
            }
            for (Path file : RefJournal.files(gitDir).values()) {
                Files.deleteIfExists(file);
            }
            Durable.folder(gitDir);
            doubted = false;
        } finally {
            folding.unlock();
        }
    }

    private void write(NavigableMap<String, ObjectId> refs) throws IOException {
        try {
            Durable.create(lockFile, PackedRefs.format(refs));
        } catch (FileAlreadyExistsException another) {
            throw another;
        } catch (IOException failed) {
            Files.deleteIfExists(lockFile);
            throw failed;
        }
    }

    /** Packs every loose ref, so that no batch has to open a file for each. */
    public void packAll() throws IOException {
        pack(loose.all());
    }

    /** A loose ref hides the others, so it must be gone for good before the one step that counts. */
    private void pack(List<RefMove> found) throws IOException {
        if (!found.isEmpty()) {
            prepare(found).publish();
            loose.remove(found);
        }
    }

    private Refs packed() throws IOException {
        Known last = known;
        if (PackedRefs.Stamp.of(packedFile).equals(last.stamp())) {
            return last.refs();
        }
        files.lock();
        try {
            PackedRefs.Stamp stamp = PackedRefs.Stamp.of(packedFile);
            if (!stamp.equals(known.stamp())) {
                known = new Known(stamp, PackedRefs.onDisk(gitDir));
            }
            return known.refs();
        } finally {
            files.unlock();
        }
    }

    /** What {@code packed-refs} would hold if everything were folded into it, read beside whoever writes. */
    public static byte[] packed(Path gitDir) throws IOException {
        return PackedRefs.whole(gitDir);
    }
}
