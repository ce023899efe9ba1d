package cms.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The clients of the kit, against parts that are not ours. */
@Timeout(60)
class KitTest {
    @TempDir
    private Path folder;

    @Test
    void aCloneCommitsAndPushesWithoutAnybodysConfiguration() {
        GitClient empty = GitClient.clone(folder, bare(), "bo@example.com");
        String commit = empty.write("a/b.txt", "text").commit("Add a text");
        empty.git("push", "--quiet", "origin", "HEAD:refs/heads/main");

        GitClient other = GitClient.clone(folder, empty.git("remote", "get-url", "origin"), "ada@example.com");
        assertThat(other.git("rev-parse", "origin/main")).isEqualTo(commit);
        assertThat(other.show("origin/main", "a/b.txt")).isEqualTo("text");
        assertThat(other.git("log", "-1", "--format=%ae", "origin/main")).isEqualTo("bo@example.com");
        assertThat(other.attempt("push", "origin", ":refs/heads/none/").code()).isNotZero();
    }

    private String bare() {
        Path repository = folder.resolve("origin.git");
        GitClient seed = GitClient.at(folder);
        seed.git("init", "--quiet", "--bare", "--initial-branch=main", repository.toString());
        return repository.toUri().toString();
    }

    @Test
    void eventsAreReadAsTheyComeAndTheEndIsSeen() throws IOException {
        HttpServer server = serve("text/event-stream", ": beat\n\nid: 1\ndata: {\"n\":1}\n\ndata: {\"n\":2}\n\n");
        try (Events events = new Http(address(server)).events("POST", "/stream", null)) {
            assertThat(events.next().orElseThrow().get("n").intValue()).isEqualTo(1);
            assertThat(events.rest()).hasSize(1);
            assertThat(events.next()).isEmpty();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void anAnswerThatIsNoStreamFailsWithItsBody() throws IOException {
        HttpServer server = serve("application/json", "{\"message\":\"No.\"}");
        try {
            assertThatThrownBy(() -> new Http(address(server)).events("GET", "/", null))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("No.");
        } finally {
            server.stop(0);
        }
    }

    private static HttpServer serve(String type, String body) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Content-Type", type);
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
        return server;
    }

    private static URI address(HttpServer server) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }
}
