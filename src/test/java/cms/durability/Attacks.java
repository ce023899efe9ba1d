package cms.durability;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Eventually;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.RawConnection;
import cms.testing.ServiceProcess;
import cms.testing.World;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Slow clients, ten times too many clients, and absurd paths, against the service as a process of its own; run by
 * {@code bin/load}. Times are printed and judged by people: what is checked is that everybody else is served.
 *
 * <p>Shown to fail without the deadline of a request head. That nobody works beyond the places of a process is proven
 * by {@code OverloadTest}: here the callers may be too slow to fill them.
 */
final class Attacks {
    private static final int CLIENTS = Integer.getInteger("cms.clients", 200);
    private static final int OVERLOAD_SECONDS = Integer.getInteger("cms.seconds", 5);
    /** So that a busy machine fails nothing; how long it took is printed, and some 30 seconds are meant. */
    private static final int TIMEOUT_SECONDS = 240;

    private static final List<String> HOSTILE = List.of(
            "../../../etc/passwd",
            "..%2f..%2f..%2fetc%2fpasswd",
            "%2e%2e/%2e%2e/etc/passwd",
            "..\\..\\etc\\passwd",
            "..%5c..%5cetc%5cpasswd",
            "%252e%252e%252fetc%252fpasswd",
            "..;/..;/etc/passwd",
            "content//home/en.json",
            "content/%00/en.json",
            "content/home/en.json%00.txt",
            "content%2fhome%2fen.json",
            "%c0%ae%c0%ae/etc/passwd",
            "%uff0e%uff0e/etc/passwd",
            "a/".repeat(500),
            "a".repeat(8_000),
            "%61".repeat(2_000),
            "@" + "f".repeat(40) + "/../../x",
            "@HEAD/content/home/en.json",
            "~/" + "a".repeat(64) + "/content/home/en.json",
            "query/home/en?filter=" + "(".repeat(2_000),
            "changes?since=" + "z".repeat(2_000));

    @TempDir
    private Path data;

    private final Report report = new Report();
    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void everybodyElseIsServed() throws Exception {
        Map<String, String> settings = Map.of("CMS_DELIVERY_RATE_PER_HOUR", "100000000");
        try (ServiceProcess service = ServiceProcess.start(data, settings)) {
            Person ada = Person.signIn(service.url(), "ada@example.com");
            String workspaceId = ada.primaryWorkspace();
            String projectId = World.connect(ada, workspaceId, "starters/blog", "blog");
            String p = "/api/workspaces/" + workspaceId + "/projects/" + projectId;
            Reader reader = reader(service.url(), ada, p, projectId);
            report.line("quiet: %s", reader.times(2_000));
            slowClients(service.url(), reader, p);
            hostilePaths(reader);
            idleWatchers(ada, p, reader, service.pid());
            overload(service.url(), ada, p, reader);
            report.line("quiet again: %s, resident %d MiB", reader.times(2_000), resident(service.pid()));
            assertThat(service.stop()).as("exit code after SIGTERM").isZero();
        }
        report.line("load passed: %d slow clients of each kind, %d hostile paths", CLIENTS, HOSTILE.size());
    }

    private Reader reader(URI url, Person ada, String p, String projectId) {
        ada.http().patch(p + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        String key = ada.http()
                .post(p + "/cdn/keys", Map.of("name", "website"))
                .is(200)
                .json()
                .get("key")
                .asString();
        Http http = new Http(url).bearer(key);
        String root = "/api/cdn/v1/" + projectId + "/";
        Eventually.eventually(
                "the first release", () -> http.get(root + "_manifest.json").status() == 200);
        return new Reader(url.resolve(root), key);
    }

    private void slowClients(URI url, Reader reader, String p) throws Exception {
        try (Attackers heads = new Attackers(url);
                Attackers bodies = new Attackers(url);
                Attackers readers = new Attackers(url)) {
            heads.trickle(CLIENTS, "GET /api/health HTTP/1.1\r\nHost: localhost\r\n", "X-A: b\r\n");
            bodies.trickle(
                    CLIENTS,
                    "POST " + p + "/content/home HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            + "Content-Length: 100000\r\n\r\n{",
                    " ");
            String read = "GET " + reader.root.getPath() + "_bundle/en.json HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer " + reader.key + "\r\n\r\n";
            readers.trickle(CLIENTS, read.repeat(40), "");
            long start = System.nanoTime();
            report.line("with %d slow heads, bodies and readers: %s", CLIENTS, reader.times(2_000));
            while (heads.holding() + bodies.holding() > 0
                    && TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) < TIMEOUT_SECONDS) {
                reader.times(100);
            }
            report.line(
                    "after %d s: %d heads, %d bodies hold on",
                    TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start), heads.holding(), bodies.holding());
            assertThat(heads.holding() + bodies.holding()).isZero();
        }
    }

    private void hostilePaths(Reader reader) throws IOException, InterruptedException {
        for (String path : HOSTILE) {
            try (RawConnection raw = new RawConnection(reader.root.getPort())) {
                raw.send("GET " + reader.root.getPath() + path
                        + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + reader.key + "\r\n\r\n");
                assertThat(raw.read().status())
                        .as(path.substring(0, Math.min(60, path.length())))
                        .isBetween(400, 499);
            }
        }
        assertThat(reader.get("content/home/en.json").statusCode()).isEqualTo(200);
    }

    /** Ten for each slow client: they cost others nothing, and each hears of the next release. */
    private void idleWatchers(Person ada, String p, Reader reader, long pid) throws Exception {
        int count = CLIENTS * 10;
        long before = resident(pid);
        try (IdleWatchers watchers = new IdleWatchers(reader.root, reader.key, count)) {
            Eventually.eventually("all watch", () -> watchers.allHeard(1));
            report.line(
                    "with %d idle watch streams: %s, resident %d MiB (%d before), %d asked to come back meanwhile",
                    count, reader.times(2_000), resident(pid), before, watchers.turnedAway());
            long start = System.nanoTime();
            ada.http()
                    .post(p + "/content/home", Map.of("locale", "en", "data", Map.of("headline", "News")))
                    .is(200);
            Eventually.eventually("all have heard", () -> watchers.allHeard(2));
            report.line(
                    "all of them heard of a save after %d ms",
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
            assertThat(watchers.gone()).as("streams that ended").isZero();
        }
    }

    private void overload(URI url, Person ada, String p, Reader reader) throws Exception {
        Map<Integer, AtomicInteger> statuses = new ConcurrentHashMap<>();
        Queue<Long> refusals = new ConcurrentLinkedQueue<>();
        AtomicBoolean going = new AtomicBoolean(true);
        List<Future<?>> callers = new ArrayList<>();
        String request = "GET " + p + "/brain/sync HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + ada.token()
                + "\r\n\r\n";
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int number = 0; number < CLIENTS * 5; number++) {
                callers.add(threads.submit(() -> {
                    try (RawConnection caller = new RawConnection(url.getPort())) {
                        while (going.get()) {
                            long start = System.nanoTime();
                            int status = caller.send(request).read().status();
                            statuses.computeIfAbsent(status, any -> new AtomicInteger())
                                    .incrementAndGet();
                            if (status == 503) {
                                refusals.add(System.nanoTime() - start);
                            }
                        }
                    }
                }));
            }
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(OVERLOAD_SECONDS);
            Http health = new Http(url);
            while (System.nanoTime() < end) {
                health.get("/api/health").is(200);
                assertThat(reader.get("content/home/en.json").statusCode()).isEqualTo(200);
            }
            report.line("during the overload: %s", reader.times(500));
            going.set(false);
            for (Future<?> caller : callers) {
                caller.get();
            }
        }
        report.line(
                "overload by %d callers: %s, refused in %s",
                CLIENTS * 5, statuses, Reader.summary(List.copyOf(refusals)));
        assertThat(statuses.keySet()).isSubsetOf(200, 429, 503);
        Eventually.eventually(
                "everybody is served again",
                () -> ada.http().get(p + "/brain/sync").status() == 200);
    }

    private static long resident(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                .findFirst()
                .orElse(0);
    }

    /** A website: one request after the other. */
    private final class Reader {
        private final URI root;
        private final String key;

        Reader(URI root, String key) {
            this.root = root;
            this.key = key;
        }

        HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(root.resolve(path))
                    .header("Authorization", "Bearer " + key)
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        }

        String times(int count) throws IOException, InterruptedException {
            List<Long> nanos = new ArrayList<>();
            for (int number = 0; number < count; number++) {
                long start = System.nanoTime();
                assertThat(get("content/home/en.json").statusCode()).isEqualTo(200);
                nanos.add(System.nanoTime() - start);
            }
            return summary(nanos);
        }

        static String summary(List<Long> nanos) {
            if (nanos.isEmpty()) {
                return "no time at all";
            }
            List<Long> sorted = nanos.stream().sorted().toList();
            return "p50 %.1f ms, p99 %.1f ms"
                    .formatted(sorted.get(sorted.size() / 2) / 1e6, sorted.get(sorted.size() * 99 / 100) / 1e6);
        }
    }
}
