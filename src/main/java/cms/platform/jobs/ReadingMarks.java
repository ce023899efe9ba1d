package cms.platform.jobs;

import cms.platform.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Marks of what is being read in the background, left before and taken away after. A process that ends in the middle
 * leaves its mark, and what two runs ended with is left alone, so that nothing that somebody pushed keeps the service
 * from starting.
 */
public final class ReadingMarks {
    private static final Logger LOG = LoggerFactory.getLogger(ReadingMarks.class);
    private static final int ENDED_MAX = 2;

    /** Between the work and what it reads, in the name of a mark. */
    private static final String OF = " of ";

    private final Path folder;
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock suspects = new ReentrantLock();
    private final Map<String, Mark> marks = new HashMap<>();

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

    /** Counts what the runs before have left; the folder is made when it is missing. */
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
        String subject = left.path("subject").asString();
        Mark mark = new Mark();
        mark.ended = left.path("ended").asInt() + (left.path("reading").asBoolean() ? 1 : 0);
        marks.put(subject, mark);
        write(subject, mark);
        if (mark.ended >= ENDED_MAX) {
            LOG.error(
                    "{} runs of the service ended while {} was read; it is left alone until the next push to it",
                    mark.ended,
                    subject);
        }
    }

    /**
     * Runs work that reads {@code subject}, unless that is left alone; a subject that ended a run is read by one thread
     * at a time.
     *
     * @return false when it is left alone
     */
    public boolean reading(String subject, Runnable work) {
        return marked(subject, work);
    }

    /**
     * The same for work that reads another part of it, with a mark of its own: that it went well says nothing of the others, and
     * only this work is left alone.
     *
     * @param work such as {@code repack}
     */
    public boolean reading(String work, String subject, Runnable reader) {
        return marked(work + OF + subject, reader);
    }

    /** The same, but for work that comes back by itself: false also while another subject that ended a run is read. */
    public boolean readingUnlessBusy(String work, String subject, Runnable reader) {
        String marked = work + OF + subject;
        if (isOver(marked)) {
            return false;
        }
        if (!isSuspect(marked)) {
            read(marked, 0, reader);
            return true;
        }
        if (!suspects.tryLock()) {
            return false;
        }
        try {
            read(marked, 0, reader);
            return true;
        } finally {
            suspects.unlock();
        }
    }

    /**
     * A suspect waits before it is marked: a run that ends meanwhile is not its doing. A waiting reader counts as a
     * reader when another one ends, because a short look that went well says nothing of the others.
     */
    private boolean marked(String subject, Runnable work) {
        if (isOver(subject)) {
            return false;
        }
        if (!waits(subject)) {
            read(subject, 0, work);
            return true;
        }
        suspects.lock();
        try {
            read(subject, 1, work);
            return true;
        } finally {
            suspects.unlock();
        }
    }

    /** Counts who has to wait, because the subject ended a run. */
    private boolean waits(String subject) {
        lock.lock();
        try {
            Mark mark = marks.get(subject);
            if (mark == null || mark.ended == 0) {
                return false;
            }
            mark.waiting++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void read(String subject, int waited, Runnable work) {
        begin(subject, waited);
        try {
            work.run();
        } finally {
            end(subject);
        }
    }

    private boolean isSuspect(String marked) {
        lock.lock();
        try {
            Mark mark = marks.get(marked);
            return mark != null && mark.ended > 0;
        } finally {
            lock.unlock();
        }
    }

    private boolean isOver(String marked) {
        lock.lock();
        try {
            Mark mark = marks.get(marked);
            return mark != null && mark.ended >= ENDED_MAX;
        } finally {
            lock.unlock();
        }
    }

    /** Whether two runs ended while some work was reading this, and nobody has pushed to it since. */
    public boolean isLeftAlone(String subject) {
        lock.lock();
        try {
            return marks.entrySet().stream()
                    .anyMatch(mark -> mark.getValue().ended >= ENDED_MAX && isOf(mark.getKey(), subject));
        } finally {
            lock.unlock();
        }
    }

    /** Something has changed there, so it is read again. */
    public void changed(String subject) {
        lock.lock();
        try {
            for (Map.Entry<String, Mark> mark : List.copyOf(marks.entrySet())) {
                if (mark.getValue().ended > 0 && isOf(mark.getKey(), subject)) {
                    mark.getValue().ended = 0;
                    keep(mark.getKey(), mark.getValue());
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private static boolean isOf(String marked, String subject) {
        return marked.equals(subject) || marked.endsWith(OF + subject);
    }

    private void begin(String subject, int waited) {
        lock.lock();
        try {
            Mark mark = marks.computeIfAbsent(subject, fresh -> new Mark());
            mark.waiting -= waited;
            mark.readers++;
            if (mark.readers == 1) {
                write(subject, mark);
            }
        } finally {
            lock.unlock();
        }
    }

    private void end(String subject) {
        lock.lock();
        try {
            Mark mark = marks.get(subject);
            if (mark != null) {
                mark.readers--;
                mark.ended = mark.readers + mark.waiting == 0 ? 0 : mark.ended;
                keep(subject, mark);
            }
        } finally {
            lock.unlock();
        }
    }

    private void keep(String subject, Mark mark) {
        if (mark.readers + mark.waiting + mark.ended > 0) {
            write(subject, mark);
            return;
        }
        marks.remove(subject);
        try {
            Files.deleteIfExists(file(subject));
        } catch (IOException failed) {
            LOG.warn("the mark of {} could not be taken away", subject, failed);
        }
    }

    /** Not synced: a mark is for the end of the process, and that does not take away what was written. */
    private void write(String subject, Mark mark) {
        Path file = file(subject);
        Path fresh = folder.resolve(file.getFileName() + ".new");
        byte[] json = Json.bytes(Map.of("subject", subject, "ended", mark.ended, "reading", mark.readers > 0));
        try {
            Files.write(fresh, json);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            LOG.warn("the mark of {} could not be left", subject, failed);
        }
    }

    private Path file(String subject) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(subject.getBytes(StandardCharsets.UTF_8));
            return folder.resolve(HexFormat.of().formatHex(hash) + ".json");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
