package cms.durability;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that hold their connections with as little as possible, each on a virtual thread of its own. */
final class Attackers implements AutoCloseable {
    private static final long TRICKLE_SECONDS = 4;

    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger open = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private final URI at;

    Attackers(URI at) {
        this.at = at;
    }

    /** A head, or a body, that never comes to its end: {@code start}, then one {@code more} every few seconds. */
    void trickle(int count, String start, String more) {
        for (int number = 0; number < count; number++) {
            threads.add(Thread.startVirtualThread(() -> hold(start, more)));
        }
    }

    /** How many still have their connection. */
    int holding() {
        return open.get();
    }

    @Override
    public void close() throws InterruptedException {
        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void hold(String start, String more) {
        open.incrementAndGet();
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(2_048);
            socket.connect(new InetSocketAddress(at.getHost(), at.getPort()));
            socket.getOutputStream().write(start.getBytes(StandardCharsets.ISO_8859_1));
            while (!end.await(TRICKLE_SECONDS, TimeUnit.SECONDS)) {
                socket.getOutputStream().write(more.getBytes(StandardCharsets.ISO_8859_1));
                socket.getOutputStream().flush();
            }
        } catch (IOException cutOff) {
            // That is what they deserve.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            open.decrementAndGet();
        }
    }
}
