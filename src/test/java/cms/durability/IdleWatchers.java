package cms.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Open pages of a website that wait for the next release: {@code GET …/watch}, each on a connection of its own. */
final class IdleWatchers implements AutoCloseable {
    private static final Duration COME_BACK = Duration.ofSeconds(1);

    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicIntegerArray heard;
    private final AtomicInteger turnedAway = new AtomicInteger();
    private final AtomicInteger gone = new AtomicInteger();
    private final Set<String> refusals = ConcurrentHashMap.newKeySet();

    /** @param root the address of delivery, with a slash at its end */
    IdleWatchers(URI root, String key, int count) {
        String request = "GET " + root.getPath() + "watch HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key
                + "\r\n\r\n";
        heard = new AtomicIntegerArray(count);
        for (int number = 0; number < count; number++) {
            int watcher = number;
            threads.add(Thread.startVirtualThread(() -> listen(watcher, root, request)));
        }
    }

    /**
     * Whether each was told of so many releases; each hears of the one that is there when it comes. None may be
     * refused.
     */
    boolean allHeard(int releases) {
        assertThat(refusals).as("refusals").isEmpty();
        return IntStream.range(0, heard.length()).allMatch(watcher -> heard.get(watcher) >= releases);
    }

    /** How often one of them was asked to come back later, and did. */
    int turnedAway() {
        return turnedAway.get();
    }

    /** Those whose stream ended, or never came. */
    int gone() {
        return gone.get();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        for (Socket socket : sockets) {
            socket.close();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void listen(int watcher, URI at, String request) {
        try {
            while (!watch(watcher, at, request)) {
                turnedAway.incrementAndGet();
                LockSupport.parkNanos(COME_BACK.toNanos());
            }
        } catch (IOException closed) {
            // Counted like an end.
        } finally {
            gone.incrementAndGet();
        }
    }

    /** Until the stream ends; false when the client shall come back later. */
    private boolean watch(int watcher, URI at, String request) throws IOException {
        try (Socket socket = new Socket(at.getHost(), at.getPort())) {
            sockets.add(socket);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            var lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8), 512);
            String line = lines.readLine();
            if (line != null && line.startsWith("HTTP/1.1 503 ")) {
                sockets.remove(socket);
                return false;
            }
            if (line != null && !line.startsWith("HTTP/1.1 200 ")) {
                refusals.add(line);
                return true;
            }
            for (; line != null; line = lines.readLine()) {
                if (line.startsWith("data:") && line.contains("\"release\"")) {
                    heard.incrementAndGet(watcher);
                }
            }
            return true;
        }
    }
}
