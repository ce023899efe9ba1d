package cms.platform.http.edge;

import cms.platform.door.FirstLook;
import cms.platform.door.SecondLook;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Accepts connections, and closes those whose clients read an answer too slowly.
 *
 * <p>An idle timeout restarts with every byte that the network takes, so a client that reads one now and then would
 * keep its connection, and the answer in memory, for ever. This class checks the answers that wait for the network at
 * intervals. A connection with nothing to send, an event stream for instance, is never too slow.
 */
public final class PacedConnector extends ServerConnector {
    /**
     * Length of the observed window; as long as the idle timeout, so that a client is never closed that takes whatever
     * the network takes at once.
     */
    private static final Duration WINDOW = Duration.ofSeconds(25);

    private static final long BYTES_PER_SECOND_MIN = 1_024;

    /**
     * The system asks for more in lumps of a third of what it may hold back. Left alone, it holds back megabytes, and a
     * client that reads 40 KB a second would seem to stand still for longer than the window; this makes it 7 KB.
     */
    private static final int SEND_BUFFER = 256 * 1_024;

    /**
     * Connections that the system accepts before the service does (the backlog). One that finds no room is ignored, and
     * its client tries again after 1, 2, 4, 8 ... seconds: with Java's 50, one of 5,000 callers who came at once waited
     * a minute.
     */
    private static final int BACKLOG_MAX = 4_096;

    private final LongSupplier nanoTime;

    /**
     * @param connections the protocol that is spoken on a connection
     * @param nanoTime a clock that only goes forward, {@link System#nanoTime}
     */
    public PacedConnector(Server server, ConnectionFactory connections, LongSupplier nanoTime) {
        super(server, connections);
        this.nanoTime = nanoTime;
        setAcceptedSendBufferSize(SEND_BUFFER);
        setAcceptQueueSize(BACKLOG_MAX);
    }

    /** Checks every connection once and closes those whose clients read too slowly; called by one thread. */
    public void check() {
        long now = nanoTime.getAsLong();
        for (EndPoint endPoint : getConnectedEndPoints()) {
            if (endPoint instanceof Paced paced) {
                paced.check(now);
            }
        }
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
        SocketChannelEndPoint endPoint = new Paced(channel, selector, key, this);
        endPoint.setIdleTimeout(getIdleTimeout());
        return endPoint;
    }

    /** Endpoint that counts the bytes that the network has taken, and serves bytes that were put back once more. */
    private static final class Paced extends SocketChannelEndPoint implements SecondLook, ClientConnection.Left {
        private static final long WINDOW_BYTES_MIN = BYTES_PER_SECOND_MIN * WINDOW.toSeconds();

        private final Executor executor;
        private final LongSupplier nanoTime;
        private final AtomicLong taken = new AtomicLong();
        private volatile boolean blocked;
        private final AtomicLong heard;
        private @Nullable ByteBuffer putBack;
        private boolean looking;
        private boolean unchanged;
        private boolean waited;
        private long sinceNanos;
        private long takenBefore;

        Paced(SocketChannel channel, ManagedSelector selector, SelectionKey key, PacedConnector connector) {
            super(channel, selector, key, connector.getScheduler());
            this.executor = connector.getExecutor();
            this.nanoTime = connector.nanoTime;
            this.heard = new AtomicLong(nanoTime.getAsLong());
        }

        @Override
        public @Nullable Runnable onSelected() {
            return switch (look()) {
                case LEFT -> super.onSelected();
                case ANSWERED -> {
                    unchanged = true;
                    yield null;
                }
                case SENDING -> {
                    super.onSelected(); // stops listening; what would be done about the bytes waits for the answer
                    yield null;
                }
            };
        }

        private FirstLook.Outcome look() {
            if (!(getConnection() instanceof FirstLook connection)) {
                return FirstLook.Outcome.LEFT;
            }
            looking = true;
            try {
                return connection.look();
            } finally {
                looking = false;
            }
        }

        @Override
        public void updateKey() {
            if (unchanged) {
                unchanged = false;
            } else {
                super.updateKey();
            }
        }

        @Override
        public int read(ByteBuffer empty) throws IOException {
            int count = getChannel().read(empty);
            heard.setOpaque(nanoTime.getAsLong());
            return count;
        }

        @Override
        public long receivedNanos() {
            return heard.getOpaque();
        }

        /** Idle time by the last read of this class, because the server does not know of bytes that it has read. */
        @Override
        protected long checkIdleTimeout() {
            long left = getIdleTimeout() - TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - heard.getOpaque());
            return isOpen() && left > 0 ? left : super.checkIdleTimeout();
        }

        @Override
        public void putBack(ByteBuffer bytes) {
            putBack = bytes;
        }

        /**
         * Whether the client has closed the connection. A byte that has arrived meanwhile, the beginning of another
         * request, is put back for the next reader.
         */
        @Override
        public boolean isDisconnected() {
            if (!isOpen()) {
                return true;
            }
            if (putBack != null) {
                return false;
            }
            try {
                ByteBuffer one = ByteBuffer.allocate(1);
                int count = getChannel().read(one);
                if (count > 0) {
                    putBack = one.flip();
                }
                return count < 0;
            } catch (IOException cut) {
                return true;
            }
        }

        /** Bytes that were put back cause no event of the selector, so the reader is called directly. */
        @Override
        protected void needsFillInterest() {
            if (putBack == null) {
                super.needsFillInterest();
            } else {
                executor.execute(() -> getFillInterest().fillable());
            }
        }

        @Override
        public int fill(ByteBuffer buffer) throws IOException {
            ByteBuffer again = putBack;
            if (again == null) {
                return super.fill(buffer);
            }
            putBack = null;
            return BufferUtil.append(buffer, again);
        }

        @Override
        public boolean flush(ByteBuffer... buffers) throws IOException {
            long before = remaining(buffers);
            boolean all = buffers.length == 1 ? flushOne(buffers[0]) : super.flush(buffers);
            // One thread at a time writes, and another thread may see it a moment later.
            taken.setOpaque(taken.getPlain() + before - remaining(buffers));
            if (blocked == all) {
                blocked = !all;
            }
            return all;
        }

        /** Writes as the server does with several buffers, in the cheaper call for one. */
        private boolean flushOne(ByteBuffer buffer) throws IOException {
            try {
                // What is answered at once was read just now, which was noted.
                if (getChannel().write(buffer) > 0 && !looking) {
                    notIdle();
                }
            } catch (IOException lost) {
                throw new EofException(lost);
            }
            return !buffer.hasRemaining();
        }

        void check(long now) {
            long takenNow = taken.getOpaque();
            boolean waits = blocked;
            if (!waits || !waited || takenNow - takenBefore >= WINDOW_BYTES_MIN) {
                sinceNanos = now;
                takenBefore = takenNow;
            } else if (now - sinceNanos > WINDOW.toNanos()) {
                tearDown();
            }
            waited = waits;
        }

        /** Closes the connection and drops the bytes in the network's buffers, which the client would not read. */
        private void tearDown() {
            try {
                getChannel().setOption(StandardSocketOptions.SO_LINGER, 0);
            } catch (IOException closed) {
                // A closed connection has no buffered bytes.
            }
            close();
        }

        private static long remaining(ByteBuffer... buffers) {
            long bytes = 0;
            for (ByteBuffer buffer : buffers) {
                bytes += buffer.remaining();
            }
            return bytes;
        }
    }
}
