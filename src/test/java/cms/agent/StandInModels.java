package cms.agent;

import cms.platform.json.Json;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A provider of models that answers by a script on all three wires, and refuses what the vendors refuse: calls without
 * results, results after words, members that there are not, a missing version, more than four cache marks.
 */
final class StandInModels implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile @Nullable Function<ObjectNode, Step> brain;
    private final Queue<Step> script = new ConcurrentLinkedQueue<>();
    private volatile Step summary = new Step.Refusal(400, "", "{}");
    private final List<ObjectNode> summaries = new CopyOnWriteArrayList<>();
    private final List<ObjectNode> requests = new CopyOnWriteArrayList<>();
    private final List<Map<String, List<String>>> headers = new CopyOnWriteArrayList<>();
    private final List<String> violations = new CopyOnWriteArrayList<>();

    /** One answer. */
    sealed interface Step {
        /** @param said text in pieces, then calls */
        record Reply(List<String> said, List<Call> calls, String stop) implements Step {}

        record Refusal(int status, String retryAfter, String body) implements Step {}

        /** Text, and then the connection breaks. */
        record Cut(String said) implements Step {}

        record Garbage() implements Step {}

        /** A stream as it stands there. */
        record Raw(String stream) implements Step {}

        /** Text, and then nothing until the latch opens; without text not even the head of an answer. */
        record Hang(String said, CountDownLatch until) implements Step {}
    }

    record Call(String id, String name, String arguments) {}

    StandInModels() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    StandInModels says(String... pieces) {
        script.add(new Step.Reply(List.of(pieces), List.of(), ""));
        return this;
    }

    StandInModels calls(String name, Object arguments) {
        return calls(new Call("toolu_" + script.size() + "_" + name, name, Json.text(arguments)));
    }

    StandInModels calls(Call... calls) {
        script.add(new Step.Reply(List.of(), List.of(calls), ""));
        return this;
    }

    /** Answers each request by what it says, from now on. */
    void thinks(Function<ObjectNode, Step> how) {
        brain = how;
    }

    /** Answers so whatever asks it to sum up earlier turns; without it such requests are refused. */
    void sumsUp(Step how) {
        summary = how;
    }

    /** What asked it to sum up; no part of the other requests. */
    List<ObjectNode> summaries() {
        return summaries;
    }

    private static boolean isSummary(ObjectNode request) {
        return request.path("tools").size() == 1
                && request.path("tools").get(0).toString().contains("\"keep_summary\"");
    }

    StandInModels then(Step step) {
        script.add(step);
        return this;
    }

    List<ObjectNode> requests() {
        return requests;
    }

    ObjectNode request(int n) {
        return requests.get(n);
    }

    List<Map<String, List<String>>> headers() {
        return headers;
    }

    /** What a vendor would have refused. */
    List<String> violations() {
        return violations;
    }

    int left() {
        return script.size();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            if (path.endsWith("/models")) {
                send(exchange, 200, "{\"data\":[{\"id\":\"local-model\"}]}");
                return;
            }
            ObjectNode request =
                    (ObjectNode) Json.parse(exchange.getRequestBody().readAllBytes());
            headers.add(Map.copyOf(exchange.getRequestHeaders()));
            WireOf wire = WireOf.at(path);
            if (wire == null) {
                send(exchange, 404, "{\"error\":{\"message\":\"no such address\"}}");
                return;
            }
            List<String> wrong = StrictRequests.wrong(wire, request, exchange.getRequestHeaders());
            if (!wrong.isEmpty()) {
                violations.addAll(wrong);
                send(exchange, 400, Json.text(Map.of("error", Map.of("message", wrong.toString()))));
                return;
            }
            if (isSummary(request)) {
                summaries.add(request);
                play(exchange, wire, summary);
                return;
            }
            requests.add(request);
            Function<ObjectNode, Step> thinking = brain;
            Step step = thinking == null ? script.poll() : thinking.apply(request);
            if (step == null) {
                violations.add("nobody expected another request: " + request);
                send(exchange, 400, "{\"error\":{\"message\":\"nothing is scripted\"}}");
                return;
            }
            play(exchange, wire, step);
        }
    }

    private static void play(HttpExchange exchange, WireOf wire, Step step) throws IOException {
        switch (step) {
            case Step.Refusal(int status, String retryAfter, String body) -> {
                if (!retryAfter.isEmpty()) {
                    exchange.getResponseHeaders().add("Retry-After", retryAfter);
                }
                send(exchange, status, body);
            }
            case Step.Garbage garbage -> {
                OutputStream out = open(exchange);
                out.write("data: this is no JSON\n\n".getBytes(StandardCharsets.UTF_8));
            }
            case Step.Raw(String stream) -> open(exchange).write(stream.getBytes(StandardCharsets.UTF_8));
            case Step.Cut(String said) -> {
                OutputStream out = open(exchange);
                String whole = wire.stream(List.of(said), List.of(), "");
                int end = whole.indexOf(said.substring(said.length() / 2)) + said.length();
                out.write(whole.substring(0, whole.indexOf("\n\n", end) + 2).getBytes(StandardCharsets.UTF_8));
            }
            case Step.Hang(String said, CountDownLatch until) -> {
                if (!said.isEmpty()) {
                    OutputStream out = open(exchange);
                    String whole = wire.stream(List.of(said), List.of(), "");
                    int end = whole.indexOf("\n\n", whole.indexOf(said)) + 2;
                    out.write(whole.substring(0, end).getBytes(StandardCharsets.UTF_8));
                    out.flush();
                }
                try {
                    until.await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            }
            case Step.Reply(List<String> said, List<Call> calls, String stop) -> {
                OutputStream out = open(exchange);
                byte[] whole = wire.stream(said, calls, stop).getBytes(StandardCharsets.UTF_8);
                for (int from = 0; from < whole.length; from += 7) { // splits characters of several bytes
                    out.write(whole, from, Math.min(7, whole.length - from));
                }
            }
        }
    }

    private static OutputStream open(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        return exchange.getResponseBody();
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
