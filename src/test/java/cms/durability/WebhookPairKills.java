package cms.durability;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Authority;
import cms.testing.HostedProject;
import cms.testing.Http;
import cms.testing.Receiver;
import cms.testing.RemoteGit;
import cms.testing.Rows;
import cms.testing.ServiceProcess;
import cms.testing.StandInHost;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes of the service on one PostgreSQL, and kill -9 of the one that serves a receiver while eight of its
 * deliveries are under way: the other one takes over, every submission that a visitor was thanked for is told, always
 * with the same bytes, and the numbers have no gap. A visitor without an answer repeats with the same key at the other
 * instance.
 */
final class WebhookPairKills {
    private static final int KILLS = Integer.getInteger("cms.kills", 2);
    private static final int SUBMISSIONS = 150;
    private static final int VISITORS = 6;
    private static final int TRIES_MAX = 10_000;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private final Report report = new Report();
    private final Set<String> thanked = ConcurrentHashMap.newKeySet();
    private final AtomicInteger numbered = new AtomicInteger();
    private final Map<Integer, ServiceProcess> services = new ConcurrentHashMap<>();
    private final Map<String, String> settings = new HashMap<>();

    @Test
    void whoeverIsKilledWhatWasThankedForIsTold() throws Exception {
        Authority authority = new Authority(Files.createDirectories(folder.resolve("keys")), "company");
        try (RemoteGit git = RemoteGit.in(folder.resolve("host"));
                StandInHost host = HostedProject.reachable(folder.resolve("host"), git);
                Receiver receiver = new Receiver(authority.server("ip:127.0.0.1"))) {
            settings.putAll(host.settings());
            settings.put("CMS_DATABASE_URL", Rows.empty().orElseThrow());
            settings.put("CMS_SECRET", "the same secret for every instance");
            settings.put("CMS_FORM_RATE_PER_MINUTE", "100000");
            settings.put("CMS_TRUSTED_CERTIFICATES", authority.pem().toString());
            settings.put("CMS_ALLOW_PRIVATE_ADDRESSES", receiver.address());
            start(0);
            HostedProject site =
                    HostedProject.connect(host, git, services.get(0).url());
            start(1);
            String hook = prepare(site, receiver);
            String submit = "/api/forms/v1/" + site.projectId() + "/authors/submit";
            for (int kill = 0; kill < KILLS; kill++) {
                killInTheMiddle(kill % 2, submit, receiver);
            }
            check(site.at(services.get(0).url()).ada().http(), hook, receiver);
        } finally {
            services.values().forEach(ServiceProcess::close);
        }
    }

    private void start(int instance) throws IOException {
        Path data = Files.createDirectories(folder.resolve("data" + instance));
        services.put(instance, ServiceProcess.start(data, settings));
    }

    /** @return the path of the receiver */
    private String prepare(HostedProject site, Receiver receiver) {
        Http ada = site.ada().http();
        ada.patch(
                        site.p() + "/models/authors",
                        Map.of("form", Map.of("enabled", true, "public", true, "exposedFields", List.of("name"))))
                .is(200);
        Http other = site.at(services.get(1).url()).ada().http();
        // Not by the form itself, which each address reads thirty times a minute.
        eventually(
                "the other instance knows the form",
                () -> other.get(site.p() + "/models/authors").text().contains("exposedFields"));
        String id = ada.post(
                        site.p() + "/webhooks",
                        Map.of("name", "kept", "url", receiver.url("/"), "events", List.of("form.submitted")))
                .is(200)
                .json()
                .get("id")
                .asString();
        return site.p() + "/webhooks/" + id;
    }

    private void killInTheMiddle(int victim, String submit, Receiver receiver) throws Exception {
        CountDownLatch killed = new CountDownLatch(1);
        AtomicInteger open = new AtomicInteger();
        receiver.answers(exchange -> answerAfter(killed, open, exchange));
        submit(victim, submit);
        eventually("the victim serves the receiver", () -> open.get() > 0);
        int until = numbered.get() + SUBMISSIONS;
        List<Thread> visitors = new ArrayList<>();
        for (int visitor = 0; visitor < VISITORS; visitor++) {
            int first = visitor % 2;
            visitors.add(Thread.ofVirtual().start(() -> {
                while (numbered.get() < until) {
                    submit(first, submit);
                }
            }));
        }
        eventually("many wait", () -> numbered.get() > until - SUBMISSIONS / 2);
        services.get(victim).kill();
        int underWay = open.get();
        killed.countDown();
        for (Thread visitor : visitors) {
            visitor.join();
        }
        start(victim);
        eventually("what the dead one left is told", () -> names(receiver).containsAll(thanked));
        report.line(
                "killed instance %d with %d deliveries under way: %d thanked for, %d heard",
                victim, underWay, thanked.size(), receiver.heard().size());
    }

    private static void answerAfter(CountDownLatch killed, AtomicInteger open, HttpExchange exchange)
            throws IOException {
        open.incrementAndGet();
        try {
            killed.await();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        exchange.sendResponseHeaders(204, -1);
    }

    /** Until somebody says thanks. */
    private void submit(int first, String path) {
        String name = "Visitor " + numbered.incrementAndGet();
        int instance = first;
        for (int tries = 0; tries < TRIES_MAX && !thanked.contains(name); tries++) {
            try {
                int status = new Http(services.get(instance).url())
                        .with("Idempotency-Key", name.replace(' ', '-'))
                        .attempt(path, Map.of("data", Map.of("name", name)))
                        .status();
                if (status == 200) {
                    thanked.add(name);
                }
            } catch (UncheckedIOException dead) {
                instance = 1 - instance;
            }
        }
    }

    private static Set<String> names(Receiver receiver) {
        Set<String> names = new HashSet<>();
        receiver.heard()
                .forEach(heard ->
                        names.add(Json.parse(heard.body()).at("/data/data/name").asString("")));
        return names;
    }

    private void check(Http ada, String hook, Receiver receiver) {
        eventually("everything is delivered", () -> total(ada, hook, "?status=delivered") == total(ada, hook, ""));
        Map<String, String> bytes = new HashMap<>();
        for (Receiver.Heard heard : receiver.heard()) {
            String known = bytes.putIfAbsent(heard.header("webhook-id"), heard.body());
            assertThat(known == null || known.equals(heard.body())).isTrue();
        }
        List<Long> numbers = receiver.heard().stream()
                .map(heard -> Long.parseLong(heard.header("X-Cms-Sequence")))
                .distinct()
                .sorted()
                .toList();
        assertThat(numbers)
                .isEqualTo(LongStream.rangeClosed(1, bytes.size()).boxed().toList());
        assertThat(bytes).hasSize(thanked.size());
        report.line(
                "two instances passed: %d kills, %d submissions, each told, %d times in all",
                KILLS, thanked.size(), receiver.heard().size());
    }

    private static int total(Http ada, String hook, String query) {
        return ada.get(hook + "/deliveries" + query).is(200).json().get("total").asInt();
    }
}
