package cms.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A long way to a server: every byte takes half of a round trip in each direction, whatever is on the way before it,
 * and a new connection costs one round trip more, as the handshake does.
 */
public final class SlowLine implements AutoCloseable {
    private static final int BYTES_AT_ONCE = 64 * 1024;

    private final ServerSocket server;
    private final URI to;
    private final AtomicInteger connections = new AtomicInteger();
    private volatile long roundTripNanos;

    /** Bytes that arrive at an instant; none at all at the end. */
    private record Arriving(byte[] bytes, long atNanos) {}

    private SlowLine(ServerSocket server, URI to) {
        this.server = server;
        this.to = to;
    }

    public static SlowLine to(URI server) {
        try {
            SlowLine line = new SlowLine(new ServerSocket(0, 128, InetAddress.getLoopbackAddress()), server);
            Thread.ofVirtual().name("slow line").start(line::accept);
            return line;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    public void roundTrip(Duration added) {
        roundTripNanos = added.toNanos();
    }

    /** How many were opened so far. */
    public int connections() {
        return connections.get();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void accept() {
        try {
            while (!server.isClosed()) {
                Socket near = server.accept();
                connections.incrementAndGet();
                Socket far = new Socket(to.getHost(), to.getPort());
                near.setTcpNoDelay(true);
                far.setTcpNoDelay(true);
                carry(near, far, System.nanoTime() + roundTripNanos);
                carry(far, near, System.nanoTime());
            }
        } catch (IOException closed) {
            // Nobody connects any more.
        }
    }

    private void carry(Socket from, Socket to, long openAtNanos) {
        BlockingQueue<Arriving> way = new LinkedBlockingQueue<>();
        Thread.ofVirtual().start(() -> {
            byte[] buffer = new byte[BYTES_AT_ONCE];
            try (InputStream in = from.getInputStream()) {
                for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
                    long sent = Math.max(System.nanoTime(), openAtNanos);
                    way.add(new Arriving(Arrays.copyOf(buffer, read), sent + roundTripNanos / 2));
                }
            } catch (IOException ended) {
                // The other side has gone.
            }
            way.add(new Arriving(new byte[0], System.nanoTime()));
        });
        Thread.ofVirtual().start(() -> {
            try (OutputStream out = to.getOutputStream()) {
                for (Arriving next = way.take(); next.bytes().length > 0; next = way.take()) {
                    for (long wait = next.atNanos() - System.nanoTime();
                            wait > 0;
                            wait = next.atNanos() - System.nanoTime()) {
                        LockSupport.parkNanos(wait);
                    }
                    out.write(next.bytes());
                    out.flush();
                }
            } catch (IOException ended) {
                // The other side has gone.
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
