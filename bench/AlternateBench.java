import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Two services side by side, taking turns: {@code java bench/AlternateBench.java <url> <pid> <url> <pid> [rounds]}, the
 * earlier one first. For a save, a snapshot and a delivered read it prints the medians of both, and the ratios of the
 * medians and of the processor's time. Called by {@code bench/alternate.sh}.
 */
public final class AlternateBench {
    private static final int ENTRIES = 100;
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private enum Kind {
        SAVE(60),
        SNAPSHOT(400),
        DELIVERED_READ(2_000);

        final int times;

        Kind(int times) {
            this.times = times;
        }
    }

    /** One of the two, with what was measured there. */
    private static final class Side {
        final String base;
        final String pid;
        final SaveBench bench;
        final HttpRequest read;
        final Map<Kind, List<Long>> nanos = new EnumMap<>(Kind.class);
        final Map<Kind, Double> processorMillis = new EnumMap<>(Kind.class);
        int saves;

        Side(String base, String pid) throws Exception {
            this.base = base;
            this.pid = pid;
            this.bench = new SaveBench(base, SaveBench.signIn(base));
            bench.prepare(ENTRIES, 1);
            bench.send("PATCH", bench.project + "/cdn/settings", "{\"cdn_enabled\":true}");
            String made = bench.send("POST", bench.project + "/cdn/keys", "{\"name\":\"bench\",\"allowed_origins\":[]}");
            String project = bench.project.substring(bench.project.lastIndexOf('/') + 1);
            this.read = HttpRequest.newBuilder(URI.create(base + "/api/cdn/v1/" + project + "/_manifest.json"))
                    .header("Authorization", "Bearer " + SaveBench.find(made, "\"key\":\"([^\"]+)\""))
                    .build();
            while (status() != 200) {
                Thread.sleep(200);
            }
        }

        int status() throws Exception {
            return CLIENT.send(read, HttpResponse.BodyHandlers.ofByteArray()).statusCode();
        }

        void measure(Kind kind, boolean counts) throws Exception {
            double before = processor();
            long start = System.nanoTime();
            switch (kind) {
                case SAVE -> bench.save("turn " + saves++);
                case SNAPSHOT -> require(bench.sync("\"none\"").statusCode());
                case DELIVERED_READ -> require(status());
            }
            long took = System.nanoTime() - start;
            if (counts) {
                nanos.computeIfAbsent(kind, missing -> new ArrayList<>()).add(took);
                processorMillis.merge(kind, processor() - before, Double::sum);
            }
        }

        private static void require(int status) {
            if (status != 200) {
                throw new IllegalStateException("answered " + status);
            }
        }

        /** Milliseconds of processor that all threads of the service have taken, to the nanosecond where a tick would be 10 ms. */
        double processor() throws IOException {
            long sum = 0;
            for (String thread : Path.of("/proc", pid, "task").toFile().list()) {
                try {
                    sum += Long.parseLong(Files.readString(Path.of("/proc", pid, "task", thread, "schedstat")).split(" ")[0]);
                } catch (IOException ended) {
                    // Of a thread that ends while it is read, the kernel says "No such process"; what it took is missing from both sides alike.
                }
            }
            return sum / 1e6;
        }

        double median(Kind kind) {
            List<Long> sorted = nanos.get(kind).stream().sorted().toList();
            return sorted.get(sorted.size() / 2) / 1e6;
        }
    }

    private AlternateBench() {}

    public static void main(String[] arguments) throws Exception {
        Side earlier = new Side(arguments[0], arguments[1]);
        Side now = new Side(arguments[2], arguments[3]);
        int rounds = arguments.length > 4 ? Integer.parseInt(arguments[4]) : 12;
        // The first third warms up. The two take turns call by call, so that both meet the same minute of the machine.
        for (int round = -rounds / 2; round < rounds; round++) {
            for (Kind kind : Kind.values()) {
                for (int i = 0; i < kind.times; i++) {
                    for (Side side : i % 2 == 0 ? List.of(earlier, now) : List.of(now, earlier)) {
                        side.measure(kind, round >= 0);
                    }
                }
            }
        }
        for (Kind kind : Kind.values()) {
            System.out.printf(
                    "%s: p50 %.3f ms, now %.3f ms, ratio %.3f; processor's time, ratio %.3f%n",
                    kind.name().toLowerCase().replace('_', ' '),
                    earlier.median(kind),
                    now.median(kind),
                    now.median(kind) / earlier.median(kind),
                    now.processorMillis.get(kind) / earlier.processorMillis.get(kind));
        }
        System.exit(0);
    }
}
