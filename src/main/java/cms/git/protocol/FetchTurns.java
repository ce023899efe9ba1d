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
 * Limits how many fetches compute at a time: as many as there are processors and memory for, and half of them for one
 * person. The others wait in the order of their arrival. A fetch that waits for its client gives up its turn meanwhile,
 * so that a slow client blocks no other.
 */
final class FetchTurns {
    /**
     * Heap that one fetch may need for a moment, in bytes: a file that is made from deltas, its base, and both
     * deflated.
     */
    private static final long HEAP_OF_TURN_BYTES = 256L << 20;

    /** The turns of this process. */
    static final FetchTurns OF_PROCESS = new FetchTurns((int) Math.max(
            2, Math.min(Runtime.getRuntime().availableProcessors(), HeapShare.heapBytes() / HEAP_OF_TURN_BYTES)));

    private static final int OF_PERSON = 2;

    private final Semaphore all;
    private final int eachMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, PersonFetches> persons = new HashMap<>();

    private static final class PersonFetches {
        private final Semaphore own;
        private int fetches;

        private PersonFetches(int most) {
            this.own = new Semaphore(most, true);
        }
    }

    FetchTurns(int most) {
        this.all = new Semaphore(most, true);
        this.eachMax = Math.max(1, most / OF_PERSON);
    }

    /** Waits until it is this person's turn; closing the turn ends it. */
    FetchTurn take(String name) {
        FetchTurn turn = new FetchTurn(name, came(name));
        turn.begin();
        return turn;
    }

    private PersonFetches came(String name) {
        lock.lock();
        try {
            PersonFetches person = persons.computeIfAbsent(name, first -> new PersonFetches(eachMax));
            person.fetches++;
            return person;
        } finally {
            lock.unlock();
        }
    }

    /** One fetch that computes. */
    final class FetchTurn implements AutoCloseable {
        private final String name;
        private final PersonFetches person;
        private final AtomicBoolean closed = new AtomicBoolean();

        private FetchTurn(String name, PersonFetches person) {
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

        /** Wraps the stream to the client: while a write waits for the client, another fetch has the turn. */
        OutputStream outside(OutputStream out) {
            return new YieldingStream(out, this);
        }

        /** Ends the turn; a second call does nothing. */
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

    private static final class YieldingStream extends FilterOutputStream {
        /**
         * Bytes that the connection buffers, so that writing them does not wait; a line of progress does not give up
         * the turn.
         */
        private static final int UNNOTICED_BYTES = 8 * 1024;

        private final FetchTurn turn;
        private int unnoticed;

        private YieldingStream(OutputStream out, FetchTurn turn) {
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

        /** Gives up the turn while it flushes, because bytes that were written before may wait for the client now. */
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
