package cms.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** A service of somebody else's that is told of events over TLS, and keeps what it heard. */
public final class Receiver implements AutoCloseable {
    private final HttpsServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Queue<Heard> heard = new ConcurrentLinkedQueue<>();
    private volatile Answering answering = exchange -> exchange.sendResponseHeaders(204, -1);

    /** How it answers; whoever does not send anything leaves the connection open until the exchange is closed. */
    @FunctionalInterface
    public interface Answering {
        void answer(HttpExchange exchange) throws IOException;
    }

    /** One request. */
    public record Heard(String path, HttpHeaders headers, String body) {
        public String header(String name) {
            return headers.firstValue(name).orElse("");
        }
    }

    public Receiver(SSLContext tls) {
        try {
            server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        server.setExecutor(threads);
        server.createContext("/", this::hear);
        server.start();
    }

    /** {@code 127.0.0.1:<port>}, as a setting names it. */
    public String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    public String url(String path) {
        return "https://" + address() + path;
    }

    public void answersWith(int status) {
        answering = exchange -> exchange.sendResponseHeaders(status, -1);
    }

    public void answers(Answering how) {
        answering = how;
    }

    /** What came, oldest first. */
    public List<Heard> heard() {
        return List.copyOf(heard);
    }

    public List<Heard> heardAt(String path) {
        return heard.stream().filter(one -> one.path().equals(path)).toList();
    }

    private void hear(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            heard.add(new Heard(
                    exchange.getRequestURI().getPath(),
                    HttpHeaders.of(exchange.getRequestHeaders(), (name, value) -> true),
                    body));
            answering.answer(exchange);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
