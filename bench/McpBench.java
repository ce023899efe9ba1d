import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Remote tools over HTTP against a running instance on loopback: {@code java bench/McpBench.java <base url> [calls] [streams]}.
 *
 * <p>Prints the medians of {@code cms_status} and of a list of twenty among 5,000 entries, a save by a tool against the same
 * save by the content route, what becomes of the saves of eight callers at once, the sizes of the list of tools and of a full
 * answer, and, with {@code SERVICE_PID} in the environment, what idle streams take. Called by {@code bench/mcp.sh}.
 */
public final class McpBench {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final int ENTRIES = 5_000;
    private static final int CALLS_OF_A_KEY = 500;
    private static final int STREAMS_OF_A_KEY = 20;
    private static final int CALLERS = 8;
    private static final int WARM_UP = 400;

    private final String base;
    private final SaveBench bench;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger saved = new AtomicInteger();
    private String endpoint = "";
    private volatile String key = "";

    private McpBench(String base, SaveBench bench) {
        this.base = base;
        this.bench = bench;
    }

    public static void main(String[] arguments) throws Exception {
        String base = arguments[0];
        int calls = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 300;
        int streams = arguments.length > 2 ? Integer.parseInt(arguments[2]) : ENTRIES;
        SaveBench bench = new SaveBench(base, SaveBench.signIn(base));
        bench.prepare(ENTRIES, 1);
        McpBench mcp = new McpBench(base, bench);
        mcp.endpoint = base + "/api/mcp/v1/" + bench.project.substring(bench.project.lastIndexOf('/') + 1) + "/mcp";
        mcp.reads(calls);
        mcp.saves(calls);
        mcp.atOnce(calls / CALLERS);
        mcp.sizes();
        mcp.idle(streams);
        System.exit(0);
    }

    private void reads(int count) throws Exception {
        String status = call("cms_status", "{}");
        String list = call("cms_content_list", "{\"model\":\"load0\",\"limit\":20}");
        read("cms_status", count, () -> told(status, "\"initialized\":true"));
        read("cms_content_list, 20 of " + ENTRIES, count, () -> told(list, "\"total\":" + ENTRIES));
    }

    /** The processor's time is disturbed least by other work on the machine. */
    private static void read(String what, int count, Callable<?> work) throws Exception {
        median(WARM_UP, work);
        double before = SaveBench.processorMillis();
        double p50 = median(count, work);
        System.out.printf(
                "%s: p50 %.2f ms, processor %.2f ms%n", what, p50, (SaveBench.processorMillis() - before) / count);
    }

    /** In turn, so that both have the same machine. */
    private void saves(int count) throws Exception {
        double[] tool = new double[count];
        double[] route = new double[count];
        for (int i = -WARM_UP; i < count; i++) {
            double byTool = timed(() -> told(save(0), "\"status\":\"committed\""));
            double byRoute = timed(() -> bench.send(
                    "POST",
                    bench.project + "/content/load0",
                    "{\"data\":{\"%012x\":{\"title\":\"By route %d\"}}}".formatted(0, saved.incrementAndGet())));
            if (i >= 0) {
                tool[i] = byTool;
                route[i] = byRoute;
            }
        }
        Arrays.sort(tool);
        Arrays.sort(route);
        System.out.printf(
                "save: tool p50 %.2f ms, route p50 %.2f ms, ratio %.2f%n",
                tool[count / 2], route[count / 2], tool[count / 2] / route[count / 2]);
    }

    private void atOnce(int each) throws Exception {
        AtomicInteger failed = new AtomicInteger();
        int before = total("callers");
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                all.add(callers.submit(() -> {
                    for (int i = 0; i < each; i++) {
                        String made = call(
                                "cms_content_save",
                                "{\"model\":\"load0\",\"entries\":[{\"data\":{\"title\":\"callers %d\"}}]}"
                                        .formatted(saved.incrementAndGet()));
                        if (!post(made).contains("\"status\":\"committed\"")) {
                            failed.incrementAndGet();
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        int kept = total("callers") - before;
        System.out.printf(
                "%d callers saving: %d of %d failed, %d lost%n",
                CALLERS, failed.get(), each * CALLERS, each * CALLERS - failed.get() - kept);
    }

    private int total(String search) throws Exception {
        String answer = post(call("cms_content_list", "{\"model\":\"load0\",\"limit\":1,\"search\":\"" + search + "\"}"));
        return Integer.parseInt(answer.replaceAll("(?s).*\"structuredContent\":.*?\"total\":(\\d+).*", "$1"));
    }

    private void sizes() throws Exception {
        String tools = post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
        String full = post(call("cms_content_list", "{\"model\":\"load0\",\"limit\":100,\"fields\":[\"*\"]}"));
        String value = full.substring(full.indexOf("\"structuredContent\":") + 20, full.indexOf(",\"isError\""));
        System.out.printf(
                "tools/list: %d bytes; a full answer: %d bytes%n",
                tools.getBytes(StandardCharsets.UTF_8).length, value.getBytes(StandardCharsets.UTF_8).length);
    }

    /** Streams of sessions, each on a connection of its own, that nobody has anything to tell. */
    private void idle(int count) throws Exception {
        String process = System.getenv("SERVICE_PID");
        if (process == null) {
            return;
        }
        List<Socket> open = new ArrayList<>();
        hold(STREAMS_OF_A_KEY * 5, open); // what the first ones load is not theirs
        long threads = status(process, "Threads");
        long before = resident(process);
        hold(count, open);
        long after = resident(process);
        System.out.printf(
                "%d idle streams: %d threads more, %.1f KB each%n",
                count, status(process, "Threads") - threads, (after - before) / (double) count);
        for (Socket socket : open) {
            socket.close();
        }
    }

    private void hold(int count, List<Socket> open) throws Exception {
        URI at = URI.create(endpoint);
        String session = "";
        String of = "";
        for (int i = 0; i < count; i++) {
            if (i % STREAMS_OF_A_KEY == 0) {
                of = newKey();
                session = session(of);
            }
            Socket socket = new Socket();
            socket.connect(new InetSocketAddress(at.getHost(), at.getPort()));
            socket.getOutputStream()
                    .write(("GET " + at.getPath() + " HTTP/1.1\r\nHost: " + at.getAuthority() + "\r\nAuthorization: Bearer "
                                    + of + "\r\nMcp-Session-Id: " + session + "\r\nAccept: text/event-stream\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            String head = new String(in.readNBytes(12), StandardCharsets.US_ASCII);
            if (!head.equals("HTTP/1.1 200")) {
                throw new IllegalStateException("A stream was answered with " + head);
            }
            open.add(socket);
        }
    }

    private String session(String of) throws Exception {
        String hello = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                + "\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}";
        return send(hello, of).headers().firstValue("Mcp-Session-Id").orElseThrow();
    }

    /** What stays after a rest, in KB: garbage is nobody's. */
    private static long resident(String process) throws Exception {
        long least = Long.MAX_VALUE;
        for (int look = 0; look < 6; look++) {
            new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), process, "GC.run")
                    .redirectErrorStream(true)
                    .start()
                    .waitFor();
            least = Math.min(least, status(process, "VmRSS"));
        }
        return least;
    }

    private static long status(String process, String name) throws Exception {
        for (String line : Files.readAllLines(Path.of("/proc", process, "status"))) {
            if (line.startsWith(name + ":")) {
                return Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        return -1;
    }

    private String save(int entry) {
        return call(
                "cms_content_save",
                "{\"model\":\"load0\",\"entries\":[{\"id\":\"%012x\",\"data\":{\"title\":\"By tool %d\"}}]}"
                        .formatted(entry, saved.incrementAndGet()));
    }

    private static String call(String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool + "\",\"arguments\":"
                + arguments + "}}";
    }

    private String told(String message, String wanted) throws Exception {
        String answer = post(message);
        if (!answer.contains(wanted)) {
            throw new IllegalStateException(answer);
        }
        return answer;
    }

    private String post(String message) throws Exception {
        HttpResponse<String> answer = send(message, key());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    private HttpResponse<String> send(String message, String of) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(endpoint))
                        .header("Authorization", "Bearer " + of)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(message))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** One that has calls of its minute left. */
    private synchronized String key() throws Exception {
        if (calls.getAndIncrement() % CALLS_OF_A_KEY == 0) {
            key = newKey();
        }
        return key;
    }

    private String newKey() throws Exception {
        String workspace = bench.project.replaceAll("/projects/.*", "");
        String made = bench.send(
                "POST",
                workspace + "/mcp-cloud-keys",
                "{\"projectId\":\"" + bench.project.substring(bench.project.lastIndexOf('/') + 1)
                        + "\",\"name\":\"bench\",\"rateLimitPerMinute\":600}");
        return made.replaceAll(".*\"key\":\"([^\"]+)\".*", "$1");
    }

    private static double median(int count, Callable<?> work) throws Exception {
        double[] millis = new double[count];
        for (int i = 0; i < count; i++) {
            millis[i] = timed(work);
        }
        Arrays.sort(millis);
        return millis[count / 2];
    }

    private static double timed(Callable<?> work) throws Exception {
        long began = System.nanoTime();
        work.call();
        return (System.nanoTime() - began) / 1e6;
    }
}
