package cms.durability;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.ServiceProcess;
import cms.testing.World;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * kill -9 at random instants while one release follows the other: readers find a whole release of one commit at once,
 * and what was acknowledged soon afterwards.
 *
 * <p>It tells whether readers would notice, not which defence kept them from it: storing packs 400 ms after the pointer
 * had moved went unnoticed in seven kills.
 */
final class ReleaseKills {
    private static final int KILLS = Integer.getInteger("cms.kills", 4);
    private static final String HOME = "content/home/en.json";

    /** A kill comes when this many saves at most have been acknowledged, each of which is a release that has begun. */
    private static final int SAVES_BEFORE_MAX = 5;

    /** Some releases of a service that has just started. */
    private static final long MILLIS_AFTER_MAX = 200;

    private static final int TIMEOUT_SECONDS = 120;

    @TempDir
    private Path data;

    private final Report report = new Report();
    private final AtomicInteger acknowledged = new AtomicInteger();

    @Test
    void aKillInTheMiddleOfAReleaseLeavesAWholeOne() throws InterruptedException {
        long seed = Long.getLong("cms.seed", System.nanoTime());
        Random random = new Random(seed);
        report.line("release kills: %d kills, seed %d", KILLS, seed);
        ServiceProcess service = ServiceProcess.start(data, Map.of());
        try {
            Person ada = Person.signIn(service.url(), "ada@example.com");
            String projectId = World.connect(ada, ada.primaryWorkspace(), "starters/blog", "blog");
            String p = "/api/workspaces/" + ada.primaryWorkspace() + "/projects/" + projectId;
            String root = "/api/cdn/v1/" + projectId + "/";
            ada.http().patch(p + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
            String key = ada.http()
                    .post(p + "/cdn/keys", Map.of("name", "website"))
                    .is(200)
                    .json()
                    .get("key")
                    .asString();
            Http first = new Http(service.url()).bearer(key);
            eventually("the first release", () -> first.get(root + HOME).status() == 200);
            for (int kill = 1; kill <= KILLS; kill++) {
                saveUntilKilled(service, ada, p, random);
                service = ServiceProcess.start(data, Map.of());
                Http site = new Http(service.url()).bearer(key);
                int found = wholeRelease(site, root);
                eventually("what was acknowledged is live", () -> number(site.get(root + HOME)) >= acknowledged.get());
                ada = Person.signIn(service.url(), "ada@example.com");
                Http later = ada.http();
                eventually(
                        "no build is left behind",
                        () -> !later.get(p + "/cdn/builds").text().contains("\"building\""));
                report.line(
                        "kill %d: save %d acknowledged, release of save %d at once, then of the last one",
                        kill, acknowledged.get(), found);
            }
            assertThat(service.stop()).as("exit code after SIGTERM").isZero();
        } finally {
            service.close();
        }
        report.line("release kills passed: %d kills", KILLS);
    }

    /** Counted from an acknowledged save, so that a slow start does not move every kill before the first release. */
    private void saveUntilKilled(ServiceProcess service, Person ada, String p, Random random)
            throws InterruptedException {
        AtomicBoolean killed = new AtomicBoolean();
        Semaphore saves = new Semaphore(0);
        Thread writer = Thread.ofVirtual().start(() -> {
            try {
                while (!killed.get()) {
                    int next = acknowledged.get() + 1;
                    Map<String, Object> body = Map.of("locale", "en", "data", Map.of("headline", "save " + next));
                    if (ada.http().post(p + "/content/home", body).status() == 200) {
                        acknowledged.set(next);
                        saves.release();
                    }
                }
            } catch (UncheckedIOException cutOff) {
                assertThat(killed).as("the service was killed").isTrue();
            }
        });
        assertThat(saves.tryAcquire(random.nextInt(1, SAVES_BEFORE_MAX + 1), TIMEOUT_SECONDS, TimeUnit.SECONDS))
                .as("saves before the kill")
                .isTrue();
        boolean never = new CountDownLatch(1).await(random.nextLong(MILLIS_AFTER_MAX), TimeUnit.MILLISECONDS);
        assertThat(never).isFalse();
        killed.set(true);
        service.kill();
        writer.join();
    }

    /** Reads everything in one pass of one commit; answers the number of the save that it shows. */
    private static int wholeRelease(Http site, String root) {
        Reply manifest = site.get(root + "_manifest.json").is(200);
        JsonNode bundle = site.get(root + "_bundle/en.json").is(200).json();
        Map<String, JsonNode> bodies = new TreeMap<>();
        bundle.get("paths")
                .propertyNames()
                .forEach(path -> bodies.put(path, site.get(root + path).json()));
        if (!site.get(root + "_manifest.json").text().equals(manifest.text())) {
            return wholeRelease(site, root);
        }
        bodies.forEach((path, body) ->
                assertThat(body).as(path).isEqualTo(bundle.get("paths").get(path)));
        return number(site.get(root + HOME));
    }

    private static int number(Reply home) {
        String headline = home.is(200).json().get("headline").asString();
        return headline.startsWith("save ") ? Integer.parseInt(headline.substring("save ".length())) : 0;
    }
}
