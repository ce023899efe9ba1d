package cms.webhooks;

import static cms.testing.Eventually.eventually;

import cms.platform.json.Json;
import cms.testing.Authority;
import cms.testing.LeanClient;
import cms.testing.Person;
import cms.testing.Receiver;
import cms.testing.ServiceProcess;
import cms.testing.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * What deliveries cost whoever saves, how soon a receiver hears of a save, and what one that hangs costs fifty others;
 * {@code bench/webhooks.sh} runs it. The service is a process of its own with the flags of {@code ./cms}; the receiver,
 * behind TLS, and the writers are this one.
 */
final class WebhooksBench {
    private static final int WRITERS = 8;
    private static final int HOOKS = 5;
    private static final int HEALTHY = 50;
    private static final int IDLE_SAVES = 40;
    private static final Pattern USED = Pattern.compile("used (\\d+)K");

    private final ServiceProcess service;
    private final Receiver receiver;
    private final Person ada;
    private final String projectId;
    private final String p;
    private final AtomicInteger numbered = new AtomicInteger();
    private final AtomicLong heard = new AtomicLong();
    private final CountDownLatch never = new CountDownLatch(1);
    private final ConcurrentLinkedQueue<Long> arrivals = new ConcurrentLinkedQueue<>();

    private WebhooksBench(ServiceProcess service, Receiver receiver) {
        this.service = service;
        this.receiver = receiver;
        this.ada = Person.signIn(service.url(), "ada@example.com");
        this.projectId = World.connect(ada, ada.primaryWorkspace(), "starters/blog", "blog");
        this.p = "/api/workspaces/" + ada.primaryWorkspace() + "/projects/" + projectId;
    }

    public static void main(String... arguments) throws Exception {
        int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        int queued = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 10_000;
        Path folder = Files.createTempDirectory("webhooks-bench");
        Authority authority = new Authority(Files.createDirectories(folder.resolve("keys")), "company");
        try (Receiver receiver = new Receiver(authority.server("ip:127.0.0.1"))) {
            Map<String, String> settings = Map.of(
                    "CMS_TRUSTED_CERTIFICATES",
                    authority.pem().toString(),
                    "CMS_ALLOW_PRIVATE_ADDRESSES",
                    receiver.address(),
                    "CMS_FORM_RATE_PER_MINUTE",
                    "1000000");
            try (ServiceProcess service =
                    ServiceProcess.startAsLaunched(Files.createDirectories(folder.resolve("data")), settings)) {
                WebhooksBench bench = new WebhooksBench(service, receiver);
                receiver.answers(exchange -> {
                    if (exchange.getRequestURI().getPath().startsWith("/hang")) {
                        bench.hang();
                    }
                    bench.heard.incrementAndGet();
                    bench.arrivals.add(System.nanoTime());
                    exchange.sendResponseHeaders(204, -1);
                });
                bench.besideSaves(seconds, rounds);
                bench.afterOneSave();
                bench.besideOneThatHangs(queued);
                bench.never.countDown();
            }
        }
        System.exit(0); // whoever still waits for the receiver that hangs
    }

    private void hang() {
        try {
            never.await();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /** Rounds without and with receivers take turns, because the machine is not always the same. */
    private void besideSaves(int seconds, int rounds) throws Exception {
        List<String> hooks = new ArrayList<>();
        for (int hook = 0; hook < HOOKS; hook++) {
            hooks.add(hook("/a" + hook, "content.saved"));
        }
        active(hooks, false);
        saves(seconds); // warm
        double[] ratios = new double[rounds];
        double[] told = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            Duration idle = processor();
            int alone = saves(seconds);
            double without = alone / (double) seconds;
            Duration busy = processor();
            active(hooks, true);
            long before = heard.get();
            long start = System.nanoTime();
            int saves = saves(seconds);
            long meanwhile = heard.get() - before;
            eventually("all is told", () -> heard.get() - before >= (long) saves * HOOKS);
            double took = (System.nanoTime() - start) / 1e9;
            System.out.printf(
                    "processor of the service: %.1f ms a save without, %.1f with %d deliveries%n",
                    busy.minus(idle).toNanos() / 1e6 / alone,
                    processor().minus(busy).toNanos() / 1e6 / saves,
                    HOOKS);
            active(hooks, false);
            ratios[round] = saves / (double) seconds / without;
            told[round] = saves * HOOKS / took;
            System.out.printf(
                    "%.0f saves/s without receivers, %.0f with %d (%.0f %%); %d of %d deliveries meanwhile, %.0f/s%n",
                    without,
                    saves / (double) seconds,
                    HOOKS,
                    100 * ratios[round],
                    meanwhile,
                    saves * HOOKS,
                    told[round]);
        }
        Arrays.sort(ratios);
        Arrays.sort(told);
        System.out.printf(
                "median: saves at %.0f %% of their rate, %.0f deliveries/s%n",
                100 * ratios[rounds / 2], told[rounds / 2]);
        alone(hooks);
        delete(hooks);
    }

    /** All of it once more, with nothing beside it. */
    private void alone(List<String> hooks) {
        active(hooks, true);
        long before = heard.get();
        Duration processor = processor();
        long start = System.nanoTime();
        long queued = 0;
        for (String hook : hooks) {
            queued += ada.http()
                    .post(p + "/webhooks/" + hook + "/replay", Map.of("since", "2020-01-01T00:00:00Z", "status", "all"))
                    .is(202)
                    .json()
                    .get("queued")
                    .asLong();
        }
        long all = queued;
        eventually("all is told again", () -> heard.get() - before >= all);
        System.out.printf(
                "%d deliveries alone: %.0f/s, %.2f ms of the service's processor each%n",
                all,
                all / ((System.nanoTime() - start) / 1e9),
                processor().minus(processor).toNanos() / 1e6 / all);
    }

    private Duration processor() {
        return ProcessHandle.of(service.pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElse(Duration.ZERO);
    }

    private int saves(int seconds) throws Exception {
        AtomicInteger saved = new AtomicInteger();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        List<Callable<Void>> writers = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            String id = "%012x".formatted(0xa00000000000L + writer);
            writers.add(() -> {
                try (LeanClient client = client()) {
                    while (System.nanoTime() < end) {
                        save(client, id);
                        saved.incrementAndGet();
                    }
                }
                return null;
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
            for (var done : threads.invokeAll(writers)) {
                done.get();
            }
        }
        return saved.get();
    }

    private void afterOneSave() throws InterruptedException {
        List<String> hooks = List.of(hook("/idle", "content.saved"));
        double[] millis = new double[IDLE_SAVES];
        try (LeanClient client = client()) {
            for (int save = -IDLE_SAVES; save < IDLE_SAVES; save++) {
                arrivals.clear();
                save(client, "a00000000000");
                long answered = System.nanoTime();
                eventually("it is told", () -> !arrivals.isEmpty());
                millis[Math.max(save, 0)] = (arrivals.element() - answered) / 1e6;
            }
        }
        Arrays.sort(millis);
        System.out.printf(
                "idle: first attempt %.0f ms after the answer (p50), %.0f ms at most%n",
                millis[IDLE_SAVES / 2], millis[IDLE_SAVES - 1]);
        delete(hooks);
    }

    private void besideOneThatHangs(int queued) throws Exception {
        ada.http()
                .patch(
                        p + "/models/authors",
                        Map.of("form", Map.of("enabled", true, "public", true, "exposedFields", List.of("name"))))
                .is(200);
        List<String> hooks = new ArrayList<>();
        for (int hook = 0; hook < HEALTHY; hook++) {
            hooks.add(hook("/b" + hook, "content.saved"));
        }
        measureFifty(hooks.size(), "before");
        long heapBefore = usedKiB();
        String hanging = hook("/hang", "form.submitted");
        try (LeanClient client = new LeanClient(service.url(), "")) {
            for (int n = 0; n < queued; n++) {
                client.send(
                        "POST",
                        "/api/forms/v1/" + projectId + "/authors/submit",
                        "{\"data\":{\"name\":\"V" + n + "\"}}");
            }
        }
        measureFifty(hooks.size(), "beside " + waiting(hanging) + " deliveries that wait for one that hangs");
        System.out.printf("heap: %+.1f MiB%n", (usedKiB() - heapBefore) / 1024.0);
    }

    private long waiting(String hook) {
        return ada.http()
                .get(p + "/webhooks/" + hook + "/deliveries?status=pending")
                .is(200)
                .json()
                .get("total")
                .asLong();
    }

    private void measureFifty(int hooks, String when) {
        List<Double> millis = new ArrayList<>();
        try (LeanClient client = client()) {
            for (int save = 0; save < IDLE_SAVES; save++) {
                arrivals.clear();
                save(client, "a00000000000");
                long answered = System.nanoTime();
                eventually("all of them are told", () -> arrivals.size() >= hooks);
                arrivals.forEach(at -> millis.add((at - answered) / 1e6));
            }
        }
        double[] sorted =
                millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        System.out.printf(
                "%d receivers %s: p50 %.0f ms, p99 %.0f ms after the answer%n",
                hooks, when, sorted[sorted.length / 2], sorted[sorted.length * 99 / 100]);
    }

    /** What lives on the heap of the service after a full collection. */
    private long usedKiB() throws IOException, InterruptedException {
        jcmd("GC.run");
        return USED.matcher(jcmd("GC.heap_info"))
                .results()
                .limit(2) // young and old; the rest is no heap
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }

    private String jcmd(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(service.pid()),
                        command)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text;
    }

    private LeanClient client() {
        return new LeanClient(service.url(), "Authorization: Bearer " + ada.token() + "\r\n");
    }

    private void save(LeanClient client, String id) {
        String json = Json.text(Map.of("data", Map.of(id, Map.of("name", "Saved " + numbered.incrementAndGet()))));
        int status = client.send("POST", p + "/content/authors", json);
        if (status != 200) {
            throw new IllegalStateException("a save was answered " + status);
        }
    }

    private String hook(String path, String event) {
        return ada.http()
                .post(p + "/webhooks", Map.of("name", "bench", "url", receiver.url(path), "events", List.of(event)))
                .is(200)
                .json()
                .get("id")
                .asString();
    }

    private void active(List<String> hooks, boolean active) {
        hooks.forEach(hook -> ada.http()
                .patch(p + "/webhooks/" + hook, Map.of("active", active))
                .is(200));
    }

    private void delete(List<String> hooks) {
        hooks.forEach(hook -> ada.http().delete(p + "/webhooks/" + hook).is(200));
    }
}
