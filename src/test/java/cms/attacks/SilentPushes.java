package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Pushes that begin and say nothing more: so many of one person are waited for, ten seconds each, and those together.
 * Beside them {@link SilentBodies} of other routes.
 */
final class SilentPushes implements Attack {
    private static final int PUSHES = 40;
    private static final int AT_ONCE = 16;

    @Override
    public String name() {
        return "silent pushes and bodies";
    }

    @Override
    public void run(Target target) throws Exception {
        Target.Project project = target.project();
        try (SilentBodies bodies = new SilentBodies(target, project)) {
            bodies.anotherSends();
            push(target, project);
            bodies.end();
        }
    }

    private static void push(Target target, Target.Project project) throws IOException {
        URI url = target.service().url();
        String credentials =
                Base64.getEncoder().encodeToString(("x:" + target.eve().token()).getBytes(StandardCharsets.UTF_8));
        List<Socket> sockets = new ArrayList<>();
        long began = System.nanoTime();
        try {
            for (int i = 0; i < PUSHES; i++) {
                sockets.add(begin(url, project.repository(), credentials));
            }
            int turnedAway = 0;
            int rejected = 0;
            for (Socket socket : sockets) {
                String line = firstLine(socket);
                assertThat(line).as("whose fault it is").doesNotContain(" 500 ");
                turnedAway += line.contains(" 429 ") ? 1 : 0;
                rejected += line.contains(" 503 ") ? 1 : 0; // a busy machine has no thread for it within two seconds
            }
            assertThat(turnedAway)
                    .as("pushes that were turned away, beside %d that a busy machine rejected", rejected)
                    .isBetween(PUSHES - AT_ONCE - rejected, PUSHES - AT_ONCE)
                    .isPositive();
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .as("how long the others were waited for")
                    .isLessThan(SilentBodies.ENDED_AFTER_MAX);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static Socket begin(URI url, String repository, String credentials) throws IOException {
        Socket socket = new Socket(url.getHost(), url.getPort());
        String head = "POST /git/" + repository + ".git/git-receive-pack HTTP/1.1\r\nHost: " + url.getAuthority()
                + "\r\nAuthorization: Basic " + credentials
                + "\r\nContent-Type: application/x-git-receive-pack-request\r\nContent-Length: 4000000\r\n\r\n0";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** Empty where the connection was closed without a word. */
    private static String firstLine(Socket socket) throws IOException {
        socket.setSoTimeout((int) SilentBodies.ENDED_AFTER_MAX.toMillis());
        try {
            String line = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
            return line == null ? "" : line;
        } catch (SocketException closed) {
            return "";
        }
    }
}
