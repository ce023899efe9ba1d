package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.World;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * S5: bodies of which the last byte never comes. Of strangers none is read; a person's fill her own share of the memory
 * and nobody else's; and so do those that are sent to sign in, of the same address.
 */
final class SilentBodies implements AutoCloseable {
    static final Duration ENDED_AFTER_MAX = Duration.ofSeconds(100);

    private static final int BODY_BYTES = 8 * 1024 * 1024;
    private static final int SIGN_IN_BYTES = 16_000;
    private static final int CONNECTIONS = 20;

    /** As large as a body of content may be, but for what else stands in it. */
    private static final int LARGE_BYTES = BODY_BYTES - 1_000;

    /**
     * Four of them fill a person's share, and fifteen all there is; on a slow machine some end before the others are
     * sent.
     */
    private static final long WITHIN_SHARE_MAX = 8;

    private final ReentrantLock oneByOne = new ReentrantLock();
    private final CountDownLatch sent = new CountDownLatch(CONNECTIONS);
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private final URI url;
    private final Map<String, List<Future<String>>> answers;
    private final Target other;

    /** Sends all but the last byte of each, and then nothing. */
    SilentBodies(Target target, Target.Project project) {
        this.url = target.service().url();
        this.other = new Target(target.service(), Person.signIn(url, "ivy@example.com"), target.folder());
        String own = "Authorization: Bearer " + target.eve().token() + "\r\n";
        this.answers = Map.of(
                "strangers", sent(project.p() + "/content/authors", "", BODY_BYTES, 1),
                "a person", sent(project.p() + "/content/authors", own, BODY_BYTES, BODY_BYTES - 1),
                "sign-in", sent("/api/auth/refresh", "", SIGN_IN_BYTES, SIGN_IN_BYTES - 1));
    }

    /** Somebody else sends as much as one may. */
    void anotherSends() throws InterruptedException {
        String workspace = other.eve().primaryWorkspace();
        String id = World.connect(other.eve(), workspace, "starters/blog", "other");
        assertThat(sent.await(ENDED_AFTER_MAX.toSeconds(), TimeUnit.SECONDS))
                .as("all of hers are sent")
                .isTrue();
        byte[] large = Texts.repeated("{\"data\":{}", " ", "}", LARGE_BYTES);
        Reply reply = other.eve()
                .http()
                .sendBytes(
                        "POST",
                        "/api/workspaces/" + workspace + "/projects/" + id + "/content/authors",
                        "application/json",
                        large);
        assertThat(reply.status()).as(reply.text()).isNotIn(429, 503);
    }

    /** What each of them is answered; empty where the connection was closed while it still sent. */
    void end() throws Exception {
        // 503 is the answer to a request that a busy machine has no thread for within two seconds.
        assertThat(all("strangers"))
                .as("bodies of strangers")
                .isSubsetOf("401", "503")
                .contains("401");
        List<String> ofPerson = all("a person");
        assertThat(ofPerson).as("bodies of a person").isSubsetOf("", "400", "429", "503");
        assertThat(ofPerson.stream().filter("400"::equals).count())
                .as("bodies within her share, ended by their silence; the others were turned away")
                .isBetween(1L, WITHIN_SHARE_MAX);
        assertThat(all("sign-in"))
                .as("bodies of who signs in")
                .isSubsetOf("400", "429", "503")
                .containsAnyOf("400", "429");
    }

    @Override
    public void close() {
        other.deleteProjects();
        callers.shutdownNow();
        callers.close();
    }

    private List<String> all(String whose) throws Exception {
        List<String> all = new ArrayList<>();
        for (Future<String> one : answers.getOrDefault(whose, List.of())) {
            all.add(one.get());
        }
        return all;
    }

    private List<Future<String>> sent(String path, String credentials, int declared, int sent) {
        String head = "POST " + path + " HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\n" + credentials
                + "Content-Type: application/json\r\nContent-Length: " + declared + "\r\n\r\n";
        byte[] body = new byte[sent];
        Arrays.fill(body, (byte) ' ');
        List<Future<String>> all = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            all.add(callers.submit(() -> status(head, body)));
        }
        return all;
    }

    private String status(String head, byte[] body) throws IOException {
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout((int) ENDED_AFTER_MAX.toMillis());
            oneByOne.lock(); // many that come together are turned away together, and nothing is full
            try {
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().write(body);
            } finally {
                oneByOne.unlock();
                if (body.length > LARGE_BYTES) {
                    sent.countDown();
                }
            }
            String line = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
            return line == null ? "" : line.split(" ")[1];
        } catch (SocketException closed) {
            return "";
        }
    }
}
