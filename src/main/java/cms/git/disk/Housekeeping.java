package cms.git.disk;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When a repository is repacked: one run at a time, on a platform thread, because minutes of computing on a virtual
 * thread would take a processor away from all the others.
 */
final class Housekeeping {
    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

    private final String name;
    private final Repacking repacking;
    private final ReentrantLock running = new ReentrantLock();
    private boolean closed;

    Housekeeping(String name, org.eclipse.jgit.lib.Repository jgit) {
        this.name = name;
        this.repacking = new Repacking(jgit);
    }

    void startWhenDue() throws IOException {
        if (!running.isLocked() && repacking.isDue()) {
            Thread.ofPlatform().daemon().name("repack of " + name).start(() -> {
                try {
                    run();
                } catch (IOException | RuntimeException failed) {
                    LOG.warn("The repository {} could not be repacked now; it is tried again", name, failed);
                }
            });
        }
    }

    void run() throws IOException {
        running.lock();
        try {
            if (!closed) {
                repacking.run();
            }
        } finally {
            running.unlock();
        }
    }

    /** Ends a run early and waits for its end. */
    void close() {
        repacking.cancel();
        running.lock();
        try {
            closed = true;
        } finally {
            running.unlock();
        }
    }
}
