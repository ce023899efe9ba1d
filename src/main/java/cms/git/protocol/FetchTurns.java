package cms.git.protocol;

import cms.platform.heap.HeapShare;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which fetches compute at a time: as many as there are processors and
 * room for, of one person half of them. The others wait, in the
 * order in which they came, and one that waits for its client lets another go on, so that a slow client keeps nobody.
 */
final class FetchTurns {
    /** What one may need of the heap for a moment: a file that is made from differences, its base, both deflated. */
    private static final long HEAP_OF_TURN_BYTES = 256L << 20;

    /** The turns of this process. */
    static final FetchTurns OF_PROCESS = new FetchTurns((int) Math.max(
            2, Math.min(Runtime.getRuntime().availableProcessors(), HeapShare.heapBytes() / HEAP_OF_TURN_BYTES)));

    private static final int OF_PERSON = 2;

    private final Semaphore all;
    private final int eachMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Person> persons = new HashMap<>();

    private static final class Person {
        private final Semaphore own;
        private int fetches;

        private Person(int most) {
            this.own = new Semaphore(most, true);
        }
    }

    FetchTurns(int most) {
        this.all = new Semaphore(most, true);
        this.eachMax = Math.max(1, most / OF_PERSON);
    }

    /** Waits until it is this person's turn; that is over when it is closed. */
    Turn take(String name) {
        Turn turn = new Turn(name, came(name));
        turn.begin();
        return turn;
    }

    private Person came(String name) {
        lock.lock();
        try {
            Person person = persons.computeIfAbsent(name, first -> new Person(eachMax));
            person.fetches++;
            return person;
        } finally {
            lock.unlock();
        }
    }

    /** One fetch that computes. */
    final class Turn implements AutoCloseable {
        private final String name;
        private final Person person;
        private final AtomicBoolean closed = new AtomicBoolean();

        private Turn(String name, Person person) {
            this.name = name;
            this.person = person;
        }

        private void begin() {
            person.own.acquireUninterruptibly();
            all.acquireUninterruptibly();
        }

        private void end() {
            all.release();
            person.own.release();
        }

        /** The same stream; while its reader is waited for it is another one's turn. */
        OutputStream outside(OutputStream out) {
            return new Outside(out, this);
        }

        /** Again means nothing. */
        @Override
        public void close() {
            if (!closed.compareAndSet(false, true)) {
                return;
            }
            end();
            lock.lock();
            try {
                if (--person.fetches == 0) {
                    persons.remove(name);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private static final class Outside extends FilterOutputStream {
        /** So many bytes find room in the connection; a line of progress is no reason to let go of a turn. */
        private static final int UNNOTICED_BYTES = 8 * 1024;

        private final Turn turn;
        private int unnoticed;

        private Outside(OutputStream out, Turn turn) {
            super(out);
            this.turn = turn;
        }

        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            unnoticed += length;
            if (unnoticed <= UNNOTICED_BYTES) {
                out.write(bytes, offset, length);
                return;
            }
            unnoticed = 0;
            turn.end();
            try {
                out.write(bytes, offset, length);
            } finally {
                turn.begin();
            }
        }

        /** What was written before may wait for the client now. */
        @Override
        public void flush() throws IOException {
            turn.end();
            try {
                out.flush();
            } finally {
                turn.begin();
            }
        }
    }
}
