package cms.activity;

import cms.platform.db.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Entries of writes that Git has already made durable, entered in batches so that no save waits for a second disk.
 *
 * <p>Whoever reads the log enters what waits first. What a crash takes away here can be told from the commits.
 */
final class Ledger implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Ledger.class);
    private static final int STOP_SECONDS_MAX = 2;

    private final Database database;
    private final ActivityStore store;
    private final ConcurrentLinkedQueue<Entry> waiting = new ConcurrentLinkedQueue<>();
    private final ReentrantLock entering = new ReentrantLock();
    private final AtomicBoolean asked = new AtomicBoolean();
    private final ExecutorService worker = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("activity").factory());

    Ledger(Database database, ActivityStore store) {
        this.database = database;
        this.store = store;
    }

    void add(Entry entry) {
        waiting.add(entry);
        if (asked.compareAndSet(false, true)) {
            try {
                worker.execute(this::enterQuietly);
            } catch (RejectedExecutionException stopping) {
                LOG.debug("the log is entered at the end", stopping);
            }
        }
    }

    /** Enters what waits; afterwards everything that was added before is in the table. */
    void enter() {
        entering.lock();
        try {
            List<Entry> batch = new ArrayList<>();
            for (Entry next = waiting.poll(); next != null; next = waiting.poll()) {
                batch.add(next);
            }
            if (!batch.isEmpty()) {
                write(batch);
            }
        } finally {
            entering.unlock();
        }
    }

    @Override
    public void close() {
        worker.shutdown();
        try {
            if (!worker.awaitTermination(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
                LOG.warn("the log was still being entered at the stop");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        enter();
    }

    private void write(List<Entry> batch) {
        try {
            database.writing(tx -> batch.forEach(entry -> store.insert(tx, entry)));
        } catch (RuntimeException failed) {
            waiting.addAll(batch);
            throw failed;
        }
    }

    private void enterQuietly() {
        asked.set(false);
        try {
            enter();
        } catch (RuntimeException failed) {
            LOG.warn("the log could not be entered, it is tried with the next entry", failed);
        }
    }
}
