package cms.durability;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Authority;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Receiver;
import cms.testing.Reply;
import cms.testing.ServiceProcess;
import cms.testing.World;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * kill -9 while saves go on and the receiver answers, refuses, breaks off or keeps silent: every acknowledged save is
 * heard of in the end, each delivery always with the same bytes, and the numbers of the events have no gap.
 */
final class WebhookKills {
    private static final int KILLS = Integer.getInteger("cms.kills", 5);
    private static final int SAVES_WITHIN_SECONDS = 180;
    private static final int SAVES_BEFORE_MAX = 25;
    private static final int WRITERS = 2;

    @TempDir
    private Path data;

    @TempDir
    private Path keys;

    private final Report report = new Report();
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final AtomicInteger numbered = new AtomicInteger();
    private final CountDownLatch never = new CountDownLatch(1);

    /** What the receiver does, in turn. */
    private enum Mood {
        ANSWERS,
        REFUSES,
        BREAKS_OFF,
        IS_SLOW
    }

    @Test
    void everyAcknowledgedSaveIsToldWhateverIsKilled() throws InterruptedException {
        long seed = Long.getLong("cms.seed", System.nanoTime());
        Random random = new Random(seed);
        report.line("webhook kills: %d kills, seed %d", KILLS, seed);
        Authority authority = new Authority(keys, "company");
        try (Receiver receiver = new Receiver(authority.server("ip:127.0.0.1"))) {
            Map<String, String> settings = Map.of(
                    "CMS_TRUSTED_CERTIFICATES",
                    authority.pem().toString(),
                    "CMS_ALLOW_PRIVATE_ADDRESSES",
                    receiver.address());
            ServiceProcess service = ServiceProcess.start(data, settings);
            try {
                Person ada = Person.signIn(service.url(), "ada@example.com");
                String projectId = World.connect(ada, ada.primaryWorkspace(), "starters/blog", "blog");
                String p = "/api/workspaces/" + ada.primaryWorkspace() + "/projects/" + projectId;
                String hook = p + "/webhooks/" + made(ada, p, receiver);
                for (int kill = 1; kill <= KILLS; kill++) {
                    Mood mood = Mood.values()[kill % Mood.values().length];
                    receiver.answers(exchange -> answer(mood, exchange));
                    saveUntilKilled(service, ada, p, random);
                    service.close();
                    service = ServiceProcess.start(data, settings);
                    ada = Person.signIn(service.url(), "ada@example.com");
                    report.line(
                            "kill %d while it %s: %d acknowledged, %d heard",
                            kill, mood, acknowledged.size(), receiver.heard().size());
                }
                receiver.answersWith(204);
                allArrive(ada.http(), hook, receiver);
            } finally {
                service.close();
                never.countDown();
            }
        }
    }

    private static String made(Person ada, String p, Receiver receiver) {
        return ada.http()
                .post(
                        p + "/webhooks",
                        Map.of("name", "kept", "url", receiver.url("/"), "events", List.of("content.saved")))
                .is(200)
                .json()
                .get("id")
                .asString();
    }

    private void answer(Mood mood, HttpExchange exchange) throws IOException {
        switch (mood) {
            case ANSWERS -> exchange.sendResponseHeaders(204, -1);
            case REFUSES -> exchange.sendResponseHeaders(500, -1);
            case BREAKS_OFF -> exchange.close();
            case IS_SLOW -> {
                try {
                    never.await();
                } catch (InterruptedException stopping) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private void saveUntilKilled(ServiceProcess service, Person ada, String p, Random random)
            throws InterruptedException {
        int before = 1 + random.nextInt(SAVES_BEFORE_MAX);
        CountDownLatch enough = new CountDownLatch(before);
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            writers.add(Thread.ofVirtual().start(() -> save(ada, p, enough)));
        }
        assertThat(enough.await(SAVES_WITHIN_SECONDS, TimeUnit.SECONDS))
                .as("%d saves are answered", before)
                .isTrue();
        service.kill();
        for (Thread writer : writers) {
            writer.join();
        }
    }

    private void save(Person ada, String p, CountDownLatch enough) {
        boolean goesOn = true;
        while (goesOn) {
            String id = "%012x".formatted(0xc00000000000L + numbered.incrementAndGet());
            try {
                Reply reply = ada.http()
                        .attempt(p + "/content/authors", Map.of("data", Map.of(id, Map.of("name", "N" + id))));
                goesOn = reply.status() == 200 || reply.status() == 503; // a busy machine: the next save may go through
                if (reply.status() == 200) {
                    acknowledged.add(id);
                    enough.countDown();
                } else if (goesOn) {
                    LockSupport.parkNanos(reply.retryAfter().toNanos());
                }
            } catch (UncheckedIOException killed) {
                goesOn = false;
            }
        }
    }

    /** What waits for a later attempt is given up and replayed: it is visible, and it comes. */
    private void allArrive(Http ada, String hook, Receiver receiver) {
        eventually("everything is queued", () -> queued(ada, hook).containsAll(acknowledged));
        ada.patch(hook, Map.of("active", false)).is(200);
        ada.patch(hook, Map.of("active", true)).is(200);
        ada.post(hook + "/replay", Map.of("since", "2020-01-01T00:00:00Z")).is(202);
        eventually("everything has arrived", () -> total(ada, hook, "delivered") == total(ada, hook, ""));
        Map<String, String> bytes = new HashMap<>();
        Set<String> told = new HashSet<>();
        for (Receiver.Heard heard : receiver.heard()) {
            String known = bytes.putIfAbsent(heard.header("webhook-id"), heard.body());
            assertThat(known == null || known.equals(heard.body())).isTrue();
            Json.parse(heard.body()).at("/data/entries").forEach(entry -> told.add(entry.asString()));
        }
        assertThat(told).containsAll(acknowledged);
        List<Long> numbers = receiver.heard().stream()
                .map(heard -> Long.parseLong(heard.header("X-Cms-Sequence")))
                .distinct()
                .sorted()
                .toList();
        assertThat(numbers)
                .isEqualTo(LongStream.rangeClosed(1, bytes.size()).boxed().toList());
        report.line(
                "webhook kills passed: %d events of %d acknowledged saves, heard %d times",
                bytes.size(), acknowledged.size(), receiver.heard().size());
    }

    private static Set<String> queued(Http ada, String hook) {
        Set<String> entries = new HashSet<>();
        int pages = (total(ada, hook, "") + 99) / 100;
        for (int page = 1; page <= pages; page++) {
            for (JsonNode row : ada.get(hook + "/deliveries?limit=100&page=" + page)
                    .is(200)
                    .json()
                    .get("deliveries")) {
                JsonNode one = ada.get(hook + "/deliveries/" + row.get("id").asString())
                        .is(200)
                        .json();
                Json.parse(one.at("/request/body").asString())
                        .at("/data/entries")
                        .forEach(entry -> entries.add(entry.asString()));
            }
        }
        return entries;
    }

    private static int total(Http ada, String hook, String status) {
        String query = status.isEmpty() ? "" : "?status=" + status;
        return ada.get(hook + "/deliveries" + query).is(200).json().get("total").asInt();
    }
}
