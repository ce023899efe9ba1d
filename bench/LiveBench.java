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
 * How soon a listener hears of a save, and how soon a website reads it:
 * {@code java bench/LiveBench.java <base url> [saves] [other listeners] [entries a model] [models]}.
 *
 * <p>A fact is a fact once it is durable, which is just before its answer is sent. Printed are the milliseconds from the
 * request, and from its answer (less than nothing when the listener heard it first), to the line of the event, and how
 * many came within 100 ms of the answer. From each answer on a website asks every 3 ms whether the tag of its file of the
 * collection is still the one that it has; printed are the milliseconds until it is another one. It asks with HEAD: on few
 * cores a client that takes megabytes off the wire measures itself. With {@code SERVICE_PID} in the environment the
 * processor time that the service spends on a save and its release is printed, too. Called by {@code bench/live.sh}.
 */
public final class LiveBench {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final int WARM_UP = 50;
    private static final double GOAL_MILLIS = 100;
    private static final double GOAL_LIVE_MILLIS = 50;
    private static final long TIMEOUT_MILLIS = 10_000;
    private static final long POLL_MILLIS = 3;

    private LiveBench() {}

    public static void main(String[] arguments) throws Exception {
        String base = arguments[0];
        int saves = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 300;
        int others = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 40;
        String token = SaveBench.signIn(base);
        SaveBench bench = new SaveBench(base, token);
        bench.prepare(
                arguments.length > 3 ? Integer.parseInt(arguments[3]) : 100,
                arguments.length > 4 ? Integer.parseInt(arguments[4]) : 1);
        Website website = Website.open(base, bench, token);
        bench.get("/brain/sync");
        List<Map<String, Long>> all = new ArrayList<>();
        for (int listener = 0; listener <= others; listener++) {
            all.add(listen(base + bench.project + "/events", token));
        }
        double[] sinceRequest = new double[saves];
        double[] sinceAnswer = new double[saves];
        double[] live = new double[saves];
        double processor = 0;
        for (int save = -WARM_UP; save < saves; save++) {
            if (save == 0) {
                processor = SaveBench.processorMillis();
            }
            long asked = System.nanoTime();
            String answer = bench.send(
                    "POST",
                    bench.project + "/content/load0",
                    "{\"data\":{\"%012x\":{\"title\":\"Live %d\"}}}".formatted(save + WARM_UP, save));
            long answered = System.nanoTime();
            long read = website.awaitChange();
            String branch = SaveBench.find(answer, "\"branch\":\"([^\"]+)\"");
            long last = Long.MIN_VALUE;
            for (Map<String, Long> heard : all) {
                last = Math.max(last, await(heard, branch));
            }
            if (save >= 0) {
                sinceRequest[save] = (last - asked) / 1e6;
                sinceAnswer[save] = (last - answered) / 1e6;
                live[save] = (read - answered) / 1e6;
            }
        }
        processor = (SaveBench.processorMillis() - processor) / saves;
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
        Arrays.sort(live);
        System.out.printf(
                "a website reads the save: p50 %.1f ms, p99 %.1f ms, max %.1f ms after its answer; %d of %d within %.0f ms;"
                        + " processor %.0f ms a save%n",
                live[saves / 2],
                live[saves * 99 / 100],
                live[saves - 1],
                Arrays.stream(live).filter(millis -> millis <= GOAL_LIVE_MILLIS).count(),
                saves,
                GOAL_LIVE_MILLIS,
                processor);
        System.exit(0);
    }

    /** Reads one delivered file again and again, as a website does that has it. */
    private static final class Website {
        private final HttpRequest.Builder request;
        private String tag = "";

        private Website(HttpRequest.Builder request) {
            this.request = request;
        }

        static Website open(String base, SaveBench bench, String token) throws Exception {
            HttpRequest on = HttpRequest.newBuilder(URI.create(base + bench.project + "/cdn/settings"))
                    .header("Authorization", "Bearer " + token)
                    .header("Content-Type", "application/json")
                    .method("PATCH", HttpRequest.BodyPublishers.ofString("{\"cdn_enabled\":true}"))
                    .build();
            CLIENT.send(on, HttpResponse.BodyHandlers.discarding());
            String key = SaveBench.find(
                    bench.send("POST", bench.project + "/cdn/keys", "{\"name\":\"bench\"}"), "\"key\":\"([^\"]+)\"");
            String projectId = bench.project.substring(bench.project.lastIndexOf('/') + 1);
            Website website = new Website(HttpRequest.newBuilder(
                            URI.create(base + "/api/cdn/v1/" + projectId + "/content/load0/data.json"))
                    .method("HEAD", HttpRequest.BodyPublishers.noBody())
                    .header("Authorization", "Bearer " + key));
            website.awaitChange();
            return website;
        }

        /** When another tag than the known one was read. */
        long awaitChange() throws Exception {
            long start = System.nanoTime();
            while (true) {
                HttpResponse<Void> answer = CLIENT.send(
                        request.copy().header("If-None-Match", tag.isEmpty() ? "\"none\"" : tag).build(),
                        HttpResponse.BodyHandlers.discarding());
                if (answer.statusCode() == 200) {
                    tag = answer.headers().firstValue("ETag").orElseThrow();
                    return System.nanoTime();
                }
                if ((System.nanoTime() - start) / 1_000_000 > TIMEOUT_MILLIS) {
                    throw new IllegalStateException("never live: " + answer.statusCode());
                }
                Thread.sleep(POLL_MILLIS);
            }
        }
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
            if ((System.nanoTime() - start) / 1_000_000 > TIMEOUT_MILLIS) {
                throw new IllegalStateException("never heard of " + branch);
            }
            Thread.sleep(0, 100_000);
        }
        return heard.get(branch);
    }
}
