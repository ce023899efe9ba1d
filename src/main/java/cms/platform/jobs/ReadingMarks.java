package cms.platform.jobs;

import cms.platform.crypto.Hashes;
import cms.platform.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Marks on the disk of repositories and content that are being read in the background, set before a reading and removed
 * after it. A process that ends in the middle leaves its mark, and a reading that ended two runs of the service is
 * skipped from then on, so that no pushed content keeps the service from starting. A requested stop removes all marks.
 */
public final class ReadingMarks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReadingMarks.class);
    private static final int ENDED_MAX = 2;

    private final Path folder;
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock suspects = new ReentrantLock();
    private final Map<Key, Mark> marks = new HashMap<>();
    private volatile Consumer<String> beforeTurn = subject -> {};
    private boolean isClosed;

    /**
     * A kind of reading. Each has its own marks, so that a short reading that succeeded does not clear another that
     * ended the process.
     *
     * @param name of the work and, where several share a subject, of what it is done for, such as {@code build
     *     <project>}
     * @param isJoint whether it reads the same data as the other joint works: a subject that ended two runs in one of
     *     them is skipped by all of them, and otherwise by this work only
     */
    public record MarkedWork(String name, boolean isJoint) {
        /** Work that reads data of its own, such as the packs of a repository. */
        public static MarkedWork alone(String name) {
            return new MarkedWork(name, false);
        }

        public static MarkedWork joint(String name) {
            return new MarkedWork(name, true);
        }
    }

    private record Key(MarkedWork work, String subject) {
        @Override
        public String toString() {
            return work.name() + " of " + subject;
        }
    }

    private static final class Mark {
        int readers;
        /** Readers whose turn has not come; they are not marked. */
        int waiting;
        /** Runs of the service that ended while this was being read. */
        int ended;
    }

    private ReadingMarks(Path folder) {
        this.folder = folder;
    }

    /** Reads the marks that earlier runs have left and counts them; the folder is created when it is missing. */
    public static ReadingMarks open(Path folder) {
        ReadingMarks marks = new ReadingMarks(folder);
        try {
            Files.createDirectories(folder);
            List<Path> left;
            try (Stream<Path> files = Files.list(folder)) {
                left = files.filter(file -> file.toString().endsWith(".json")).toList();
            }
            for (Path file : left) {
                marks.count(file);
            }
            return marks;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void count(Path file) throws IOException {
        JsonNode left;
        try {
            left = Json.parse(Files.readAllBytes(file));
        } catch (RuntimeException halfWritten) {
            Files.delete(file);
            return;
        }
        if (!left.path("work").isString()) {
            Files.delete(file); // The mark is of a version that did not name the work; counting starts at zero.
            return;
        }
        MarkedWork work =
                new MarkedWork(left.path("work").asString(), left.path("joint").asBoolean());
        Key key = new Key(work, left.path("subject").asString());
        Mark mark = new Mark();
        mark.ended = left.path("ended").asInt() + (left.path("reading").asBoolean() ? 1 : 0);
        marks.put(key, mark);
        write(key, mark);
        if (mark.ended >= ENDED_MAX) {
            LOG.error(
                    "{} runs of the service ended in this: {}; it is left alone until the next push", mark.ended, key);
        }
    }

    /** Sets what {@link #reading} calls with a suspect's subject before its turn: preparing it may take other turns. */
    public void beforeTurn(Consumer<String> ready) {
        beforeTurn = ready;
    }

    /**
     * Runs a reader of {@code subject}, unless that is skipped; readings that ended a run before are run by one thread
     * at a time.
     *
     * @return false when the subject is skipped
     */
    public boolean reading(MarkedWork work, String subject, Runnable reader) {
        Key key = new Key(work, subject);
        if (isOver(key)) {
            return false;
        }
        if (isSuspect(key)) {
            beforeTurn.accept(subject);
        }
        if (!waits(key)) {
            read(key, 0, reader);
            return true;
        }
        // A suspect waits before it is marked: a run that ends meanwhile is not its doing.
        suspects.lock();
        try {
            read(key, 1, reader);
            return true;
        } finally {
            suspects.unlock();
        }
    }

    /**
     * As {@link #reading}, for work that is repeated by itself, or for which somebody waits: returns false also while
     * another reading that ended a run is under way.
     */
    public boolean readingUnlessBusy(MarkedWork work, String subject, Runnable reader) {
        Key key = new Key(work, subject);
        if (isOver(key)) {
            return false;
        }
        if (!isSuspect(key)) {
            read(key, 0, reader);
            return true;
        }
        if (!suspects.tryLock()) {
            return false;
        }
        try {
            read(key, 0, reader);
            return true;
        } finally {
            suspects.unlock();
        }
    }

    /**
     * Whether a reader has to wait for its turn, because the same work ended a run; it is counted as waiting. It counts
     * as a reader when another one ends, so that a short reading that succeeded does not clear the others.
     */
    private boolean waits(Key key) {
        lock.lock();
        try {
            Mark mark = marks.get(key);
            if (mark == null || mark.ended == 0) {
                return false;
            }
            mark.waiting++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void read(Key key, int waited, Runnable reader) {
        begin(key, waited);
        try {
            reader.run();
        } finally {
            end(key);
        }
    }

    private boolean isSuspect(Key key) {
        lock.lock();
        try {
            Mark mark = marks.get(key);
            return mark != null && mark.ended > 0;
        } finally {
            lock.unlock();
        }
    }

    /** Whether this work skips the subject, because two runs ended while it was read. */
    public boolean isSkipped(MarkedWork work, String subject) {
        return isOver(new Key(work, subject));
    }

    private boolean isOver(Key asked) {
        return isAnyOver(key -> key.equals(asked)
                || key.work().isJoint()
                        && asked.work().isJoint()
                        && key.subject().equals(asked.subject()));
    }

    /** Whether two runs ended while some work was reading this subject, and no push to it has come since. */
    public boolean isLeftAlone(String subject) {
        return isAnyOver(key -> key.subject().equals(subject));
    }

    private boolean isAnyOver(Predicate<Key> asked) {
        lock.lock();
        try {
            return marks.entrySet().stream()
                    .anyMatch(mark -> mark.getValue().ended >= ENDED_MAX && asked.test(mark.getKey()));
        } finally {
            lock.unlock();
        }
    }

    /** Records that a subject has changed, so that it is read again. */
    public void changed(String subject) {
        lock.lock();
        try {
            for (Map.Entry<Key, Mark> mark : List.copyOf(marks.entrySet())) {
                if (!isClosed
                        && mark.getValue().ended > 0
                        && mark.getKey().subject().equals(subject)) {
                    mark.getValue().ended = 0;
                    keep(mark.getKey(), mark.getValue());
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Removes the marks of readings that are under way, because the service was asked to stop; to be called when no new
     * reading begins any more. Ends of earlier runs stay counted.
     */
    @Override
    public void close() {
        lock.lock();
        try {
            for (Map.Entry<Key, Mark> mark : List.copyOf(marks.entrySet())) {
                mark.getValue().readers = 0;
                mark.getValue().waiting = 0;
                keep(mark.getKey(), mark.getValue());
            }
            isClosed = true;
        } finally {
            lock.unlock();
        }
    }

    private void begin(Key key, int waited) {
        lock.lock();
        try {
            if (isClosed) {
                return;
            }
            Mark mark = marks.computeIfAbsent(key, fresh -> new Mark());
            mark.waiting -= waited;
            mark.readers++;
            if (mark.readers == 1) {
                write(key, mark);
            }
        } finally {
            lock.unlock();
        }
    }

    private void end(Key key) {
        lock.lock();
        try {
            Mark mark = marks.get(key);
            if (mark != null && !isClosed) {
                mark.readers--;
                mark.ended = mark.readers + mark.waiting == 0 ? 0 : mark.ended;
                keep(key, mark);
            }
        } finally {
            lock.unlock();
        }
    }

    private void keep(Key key, Mark mark) {
        if (mark.readers + mark.waiting + mark.ended > 0) {
            write(key, mark);
            return;
        }
        marks.remove(key);
        try {
            Files.deleteIfExists(file(key));
        } catch (IOException failed) {
            LOG.warn("the mark of {} could not be taken away", key, failed);
        }
    }

    /** Writes a mark without syncing it: it only has to outlive the process, not the machine. */
    private void write(Key key, Mark mark) {
        Path file = file(key);
        Path fresh = folder.resolve(file.getFileName() + ".new");
        byte[] json = Json.bytes(Json.object()
                .put("work", key.work().name())
                .put("joint", key.work().isJoint())
                .put("subject", key.subject())
                .put("ended", mark.ended)
                .put("reading", mark.readers > 0));
        try {
            Files.write(fresh, json);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            LOG.warn("the mark of {} could not be left", key, failed);
        }
    }

    private Path file(Key key) {
        return folder.resolve(Hashes.sha256Hex(key.toString()) + ".json");
    }
}
