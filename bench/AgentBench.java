import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * What the agent adds to a model that answers at once: {@code java bench/AgentBench.java <url file> <port file> [turns]} plays the
 * model at the port that it writes down, and asks the service whose address it finds. Printed is a table for
 * docs/performance.md, each figure beside its goal: the milliseconds from the first byte of the provider to the first text at
 * the client, those of one more round with a reading tool, taken apart, the size of what is sent in front of every conversation,
 * how much of a second request is the first one, and the memory that 64 turns at once take. Called by {@code bench/agent.sh}.
 *
 * <p>What a round adds is the time from the moment at which the model begins to write a call until the next request is there
 * whole. A call whose input is refused runs no tool, so its round is what the service adds, and what a round with a tool takes
 * longer is the tool.
 */
public final class AgentBench {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final int WARM_UP = 30;
    private static final int AT_ONCE = 64;
    private static final int WAIT_SECONDS_MAX = 120;
    private static final int CHARS_PER_TOKEN = 4;

    /** What the provider has seen, told to the asker over its own port. */
    private static final ConcurrentLinkedQueue<String> REQUESTS = new ConcurrentLinkedQueue<>();

    /** When a request was there whole and when its answer began, of the requests of the turn that is asked. */
    private static final ConcurrentLinkedQueue<long[]> ROUNDS = new ConcurrentLinkedQueue<>();

    private static volatile long firstByteAt;
    private static volatile CountDownLatch holding = new CountDownLatch(0);

    private AgentBench() {}

    public static void main(String[] arguments) {
        System.setProperty("sun.net.httpserver.nodelay", "true"); // else its answers wait for a sign of life of the asker
        int status = 1;
        try {
            measure(Path.of(arguments[0]), Path.of(arguments[1]), arguments.length > 2 ? Integer.parseInt(arguments[2]) : 200);
            status = 0;
        } catch (Exception failed) {
            failed.printStackTrace();
        } finally {
            System.exit(status); // the provider's threads would go on
        }
    }

    private static void measure(Path urlFile, Path portFile, int turns) throws Exception {
        CountDownLatch hold = new CountDownLatch(1);
        HttpServer provider = provider(hold);
        Files.writeString(portFile, Integer.toString(provider.getAddress().getPort()));
        while (Files.notExists(urlFile)) {
            Thread.sleep(100); // the service starts when the port is known, and writes where it is
        }
        String url = Files.readString(urlFile).strip();
        String token = SaveBench.signIn(url);
        SaveBench bench = new SaveBench(url, token);
        bench.prepare(100, 1);
        String chat = url + bench.project + "/chat";
        double[] first = new double[turns];
        double[] whole = new double[turns];
        double[] round = new double[turns];
        double[] refused = new double[turns];
        double[] late = new double[turns];
        double[] answer = new double[turns];
        for (int turn = -WARM_UP; turn < turns; turn++) {
            long[] said = ask(chat, token, "say");
            double refusedRound = between(chat, token, "miss")[0];
            long began = System.nanoTime();
            double[] called = between(chat, token, "call");
            if (turn >= 0) {
                first[turn] = (said[0] - said[1]) / 1e6;
                whole[turn] = (System.nanoTime() - began) / 1e6;
                round[turn] = called[0];
                answer[turn] = called[1];
                refused[turn] = refusedRound;
            }
        }
        for (int turn = -2 * turns; turn < turns; turn++) {
            double later = between(chat, token, "miss")[0];
            if (turn >= 0) {
                late[turn] = later;
            }
        }
        System.out.println("| Work | Figure | Date | Command |");
        System.out.println("|---|---|---|---|");
        row("agent: a provider's first byte to the first text, p50 of " + turns, percentile(first, 50), "ms", 10);
        row("the same, p95", percentile(first, 95), "ms", 0);
        row("agent: one round more beside the tool, p50", percentile(refused, 50), "ms", 5);
        row("the same, p95", percentile(refused, 95), "ms", 0);
        row("the same of the last " + turns + " of " + 5 * turns + " rounds, p50", percentile(late, 50), "ms", 5);
        row("the tool in it (`branch_health`), p50", percentile(round, 50) - percentile(refused, 50), "ms", 0);
        row("the stand-in in it, from a whole request to its answer, p50", percentile(answer, 50), "ms", 0);
        row("a whole turn of two rounds, p50", percentile(whole, 50), "ms", 0);
        row("the same, p95", percentile(whole, 95), "ms", 0);
        sizes();
        memory(url, bench, hold);
    }

    /** Of a turn of two rounds: from the answer with the call to the next request, and from there to its answer; in ms. */
    private static double[] between(String chat, String token, String what) throws Exception {
        ROUNDS.clear();
        ask(chat, token, what);
        List<long[]> rounds = new ArrayList<>(ROUNDS);
        if (rounds.size() != 2) {
            throw new IllegalStateException("a turn of two rounds sent " + rounds.size() + " requests");
        }
        return new double[] {
            (rounds.get(1)[0] - rounds.get(0)[1]) / 1e6, (rounds.get(1)[1] - rounds.get(1)[0]) / 1e6
        };
    }

    private static void sizes() {
        List<String> all = new ArrayList<>(REQUESTS);
        String second = all.getLast();
        String before = all.get(all.size() - 2);
        int same = 0;
        int end = Math.min(before.length(), second.length());
        String a = before.replace(",\"cache_control\":{\"type\":\"ephemeral\"}", "");
        String b = second.replace(",\"cache_control\":{\"type\":\"ephemeral\"}", "");
        end = Math.min(a.length(), b.length());
        while (same < end && a.charAt(same) == b.charAt(same)) {
            same++;
        }
        int fixed = before.indexOf("\"messages\"");
        row("agent: tools and system, at four characters a token", (double) fixed / CHARS_PER_TOKEN, "tokens", 9_000);
        row("agent: of a second request is not the first one (at least 80 % is)", 100 - 100.0 * same / b.length(), "%", 20);
    }

    /** One person may have four turns at once, so sixteen keys ask. */
    private static void memory(String url, SaveBench bench, CountDownLatch hold) throws Exception {
        long before = resident();
        String message = url + "/api/conversation/v1/" + bench.project.substring(bench.project.lastIndexOf('/') + 1) + "/message";
        CountDownLatch held = new CountDownLatch(AT_ONCE);
        holding = held;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                for (int maker = 0; maker < AT_ONCE / 4; maker++) {
                    String made = bench.send("POST", bench.project + "/conversation-keys", "{\"name\":\"k\",\"rateLimitPerMinute\":600}");
                    String key = made.replaceAll(".*\"key\":\"([^\"]+)\".*", "$1");
                    for (int turn = 0; turn < 4; turn++) {
                        threads.submit(() -> ask(message, key, "hold"));
                    }
                }
                if (!held.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("only " + (AT_ONCE - held.getCount()) + " turns ran at once");
                }
                row("agent: resident before " + AT_ONCE + " turns at once", before, "MB", 0);
                row("agent: resident with them", resident(), "MB", 300);
            } finally {
                hold.countDown(); // whoever waits for the threads waits for it
            }
        }
    }

    private static long resident() throws Exception {
        String pid = System.getenv("SERVICE_PID_FILE");
        String service = Files.readString(Path.of(pid)).strip();
        for (String line : Files.readAllLines(Path.of("/proc/" + service + "/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
            }
        }
        return -1;
    }

    /** When the first text came here, and when its first byte left the provider. */
    private static long[] ask(String chat, String token, String what) throws Exception {
        String body = "{\"message\":\"" + what + "\",\"context\":{\"activeLocale\":\"en\",\"panelState\":\"overview\"}}";
        var response = CLIENT.send(
                HttpRequest.newBuilder(URI.create(chat))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        long[] heard = {0, 0};
        try (var lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (heard[0] == 0 && line.contains("\"type\":\"text\"")) {
                    heard[0] = System.nanoTime();
                    heard[1] = firstByteAt;
                }
            }
        }
        return heard;
    }

    private static HttpServer provider(CountDownLatch hold) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try (exchange) {
                String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                long received = System.nanoTime();
                REQUESTS.add(request);
                if (REQUESTS.size() > 2) {
                    REQUESTS.poll();
                }
                exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
                exchange.sendResponseHeaders(200, 0);
                String last = request.substring(request.lastIndexOf("</state>") + 1);
                boolean answered = last.contains("tool_result");
                if (last.contains("\"hold\"")) {
                    holding.countDown();
                    try {
                        hold.await();
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                    }
                }
                String input = answered ? "" : last.contains("\"call\"") ? "{}" : last.contains("\"miss\"") ? "{\\\"x\\\":1}" : "";
                firstByteAt = System.nanoTime();
                ROUNDS.add(new long[] {received, firstByteAt});
                exchange.getResponseBody().write(reply(input).getBytes(StandardCharsets.UTF_8));
            }
        });
        server.start();
        return server;
    }

    /** @param input of a call, as JSON in JSON; empty for words */
    private static String reply(String input) {
        String start = "data: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"usage\":{\"input_tokens\":1}}}\n\n";
        boolean calls = !input.isEmpty();
        String block = calls
                ? "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"c\","
                        + "\"name\":\"branch_health\",\"input\":{}}}\n\n"
                        + "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\","
                        + "\"partial_json\":\"" + input + "\"}}\n\n"
                : "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Yes.\"}}\n\n";
        return start + block + "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + (calls ? "tool_use" : "end_turn")
                + "\"},\"usage\":{\"output_tokens\":1}}\n\ndata: {\"type\":\"message_stop\"}\n\n";
    }

    private static double percentile(double[] millis, int percent) {
        double[] sorted = millis.clone();
        Arrays.sort(sorted);
        return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
    }

    /** One line of the table of docs/performance.md; 0 stands for no goal. */
    private static void row(String what, double figure, String unit, double goal) {
        String beside = goal == 0
                ? ""
                : String.format("; goal at most %,.0f %s: %s", goal, unit, figure <= goal ? "met" : "MISSED");
        System.out.printf("| %s | %,.1f %s%s | %s | `bench/agent.sh` |%n", what, figure, unit, beside, LocalDate.now());
    }
}
