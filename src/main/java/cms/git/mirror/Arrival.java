package cms.git.mirror;

import cms.git.remote.FetchProgress;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.eclipse.jgit.lib.EmptyProgressMonitor;
import org.eclipse.jgit.lib.ProgressMonitor;

/** Counts a pack while it comes. One thread writes, any may look. */
final class Arrival {
    private final InputStream pack;
    private volatile long bytes;
    private volatile int objects;
    private volatile int objectsTotal;

    Arrival(InputStream pack) {
        this.pack = new Counted(pack);
    }

    InputStream pack() {
        return pack;
    }

    FetchProgress progress() {
        return new FetchProgress(objects, objectsTotal, bytes);
    }

    /** The first task counts what arrives; those after it work on what is here. */
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
            @SuppressWarnings("NonAtomicOperationOnVolatileField") // Only the thread that reads the pack counts.
            public void update(int completed) {
                if (tasks == 1) {
                    objects += completed;
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

        @SuppressWarnings("NonAtomicOperationOnVolatileField") // Only the thread that reads the pack counts.
        private void count(int more) {
            bytes += Math.max(0, more);
        }
    }
}
