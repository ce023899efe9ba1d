package cms.git.mirror;

import cms.git.remote.FetchProgress;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jgit.lib.EmptyProgressMonitor;
import org.eclipse.jgit.lib.ProgressMonitor;

/** Counts the bytes and objects of a pack while it arrives. One thread writes, any may read. */
final class Arrival {
    private final InputStream pack;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger objects = new AtomicInteger();
    private volatile int objectsTotal;

    Arrival(InputStream pack) {
        this.pack = new Counted(pack);
    }

    InputStream pack() {
        return pack;
    }

    FetchProgress progress() {
        return new FetchProgress(objects.get(), objectsTotal, bytes.get());
    }

    /** A monitor whose first task is the transfer; the later ones work on objects that have arrived. */
    ProgressMonitor monitor() {
        return new EmptyProgressMonitor() {
            private int tasks;

            @Override
            public void beginTask(String title, int totalWork) {
                if (tasks++ == 0) {
                    objectsTotal = totalWork;
                }
            }

            @Override
            public void update(int completed) {
                if (tasks == 1) {
                    objects.addAndGet(completed);
                }
            }
        };
    }

    private final class Counted extends FilterInputStream {
        private Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int octet = super.read();
            count(octet < 0 ? 0 : 1);
            return octet;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = super.read(into, offset, length);
            count(count);
            return count;
        }

        private void count(int more) {
            bytes.addAndGet(Math.max(0, more));
        }
    }
}
