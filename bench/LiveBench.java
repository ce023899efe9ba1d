import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How soon a listener hears of a save: {@code java bench/LiveBench.java <base url> [saves] [other listeners]}.
 *
 * <p>A fact is a fact once it is durable, which is just before its answer is sent. Printed are the milliseconds from the
 * request, and from its answer (less than nothing when the listener heard it first), to the line of the event, and how
 * many came within 100 ms of the answer. Called by {@code bench/live.sh}.
 */
public final class LiveBench {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final int WARM_UP = 50;
    private static final double GOAL_MILLIS = 100;
    private static final long PATIENCE_MILLIS = 10_000;

    private LiveBench() {}

    public static void main(String[] arguments) throws Exception {
        String base = arguments[0];
        int saves = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 300;
        int others = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 40;
        String token = SaveBench.signIn(base);
        SaveBench bench = new SaveBench(base, token);
        bench.prepare(100, 1);
        bench.get("/brain/sync");
        List<Map<String, Long>> all = new ArrayList<>();
        for (int listener = 0; listener <= others; listener++) {
            all.add(listen(base + bench.project + "/events", token));
        }
        double[] sinceRequest = new double[saves];
        double[] sinceAnswer = new double[saves];
        for (int save = -WARM_UP; save < saves; save++) {
            long asked = System.nanoTime();
            String answer = bench.send(
                    "POST",
                    bench.project + "/content/load0",
                    "{\"data\":{\"%012x\":{\"title\":\"Live %d\"}}}".formatted(save + WARM_UP, save));
            long answered = System.nanoTime();
            String branch = SaveBench.find(answer, "\"branch\":\"([^\"]+)\"");
            long last = Long.MIN_VALUE;
            for (Map<String, Long> heard : all) {
                last = Math.max(last, await(heard, branch));
            }
            if (save >= 0) {
                sinceRequest[save] = (last - asked) / 1e6;
                sinceAnswer[save] = (last - answered) / 1e6;
            }
        }
        Arrays.sort(sinceRequest);
        Arrays.sort(sinceAnswer);
        long within = Arrays.stream(sinceAnswer).filter(millis -> millis <= GOAL_MILLIS).count();
        System.out.printf(
                "news of a save, the last of %d listeners: p50 %.1f ms, p99 %.1f ms, max %.1f ms after its answer;"
                        + " p50 %.1f ms after the request; %d of %d within %.0f ms%n",
                all.size(),
                sinceAnswer[saves / 2],
                sinceAnswer[saves * 99 / 100],
                sinceAnswer[saves - 1],
                sinceRequest[saves / 2],
                within,
                saves,
                GOAL_MILLIS);
        System.exit(0);
    }

    /** Opens a stream; answers when each branch was heard of. */
    private static Map<String, Long> listen(String url, String token) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Authorization", "Bearer " + token)
                .build();
        HttpResponse<InputStream> stream = CLIENT.send(request, HttpResponse.BodyHandlers.ofInputStream());
        if (stream.statusCode() != 200) {
            throw new IllegalStateException("no stream: " + stream.statusCode());
        }
        Map<String, Long> heard = new ConcurrentHashMap<>();
        Thread.startVirtualThread(() -> {
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    long now = System.nanoTime();
                    if (line.contains("\"change.landed\"")) {
                        heard.put(SaveBench.find(line, "\"branch\":\"([^\"]+)\""), now);
                    }
                }
            } catch (java.io.IOException ended) {
                // The bench is over.
            }
        });
        return heard;
    }

    private static long await(Map<String, Long> heard, String branch) throws InterruptedException {
        long start = System.nanoTime();
        while (!heard.containsKey(branch)) {
            if ((System.nanoTime() - start) / 1_000_000 > PATIENCE_MILLIS) {
                throw new IllegalStateException("never heard of " + branch);
            }
            Thread.sleep(0, 100_000);
        }
        return heard.get(branch);
    }
}
