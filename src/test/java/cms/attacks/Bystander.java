package cms.attacks;

import cms.testing.Eventually;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.World;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/** Somebody of another workspace who saves, reads, signs in, and whose website reads what is published. */
final class Bystander {
    private static final int PERCENT = 99;

    /** Pauses of the garbage collector that a short attack may meet; each stops one call of either kind. */
    private static final int PAUSES = 2;

    /** An address may sign in ten times a minute; attackers sign in from this one, too. */
    private static final long SIGN_IN_EVERY_NANOS = 12_000_000_000L;

    private final URI url;
    private final Person ada;
    private final String p;
    private final Runnable signIn;
    private final Http website;
    private final String delivered;
    private final List<Long> routeNanos = Collections.synchronizedList(new ArrayList<>());
    private final List<Long> fileNanos = Collections.synchronizedList(new ArrayList<>());
    private final List<Long> signInNanos = Collections.synchronizedList(new ArrayList<>());
    private final AtomicReference<Throwable> failed = new AtomicReference<>();
    private volatile boolean over;
    private volatile long signedInAt = System.nanoTime();
    private int saves;

    /** Ada with a blog of the built-in host. */
    static Bystander signedInHere(URI url) {
        Person ada = Person.signIn(url, "ada@example.com");
        String workspace = ada.primaryWorkspace();
        String id = World.connect(ada, workspace, "starters/blog", "blog");
        String p = "/api/workspaces/" + workspace + "/projects/" + id;
        return new Bystander(ada, p, () -> Person.signIn(url, "ada@example.com"));
    }

    /**
     * @param p a project of theirs
     * @param signIn what they do now and then
     */
    Bystander(Person ada, String p, Runnable signIn) {
        this.url = ada.http().base();
        this.ada = ada;
        this.p = p;
        this.signIn = signIn;
        ada.http().patch(p + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        JsonNode key = ada.http()
                .post(p + "/cdn/keys", Map.of("name", "site", "allowed_origins", List.of()))
                .json();
        this.website = new Http(url).bearer(key.path("key").asString());
        this.delivered = "/api/cdn/v1/" + p.substring(p.lastIndexOf('/') + 1) + "/_manifest.json";
        Eventually.eventually("the first release", () -> website.get(delivered).status() == 200);
    }

    /** What somebody waited for while something else went on, in milliseconds. */
    record Waited(long routes, long files, long signIn, long slowestRoute, long slowestFile, int calls) {}

    /** Signs in as the attack begins, and works until it is over. */
    Waited during(Attack attack, Target target) throws Exception {
        LockSupport.parkNanos(signedInAt + SIGN_IN_EVERY_NANOS - System.nanoTime());
        routeNanos.clear();
        fileNanos.clear();
        signInNanos.clear();
        over = false;
        Thread work = Thread.ofPlatform().start(() -> repeat(this::work));
        Thread reads = Thread.ofPlatform().start(() -> repeat(this::read));
        try {
            attack.run(target);
        } finally {
            over = true;
            work.join();
            reads.join();
        }
        Throwable failure = failed.getAndSet(null);
        if (failure != null) {
            throw new AssertionError("somebody else could not work", failure);
        }
        if (signInNanos.isEmpty()) {
            throw new AssertionError("nobody signed in during " + attack.name());
        }
        return new Waited(
                percentile(routeNanos),
                percentile(fileNanos),
                slowest(signInNanos),
                slowest(routeNanos),
                slowest(fileNanos),
                routeNanos.size() + fileNanos.size());
    }

    /** Deletes the project, with what is kept of it in memory: what is left then is left of nobody's work. */
    void leave() {
        ada.http().delete(p).is(200);
    }

    private void repeat(Runnable what) {
        try {
            do {
                what.run();
            } while (!over);
        } catch (RuntimeException | AssertionError broken) {
            failed.compareAndSet(null, broken);
        }
    }

    private void work() {
        if (signInNanos.isEmpty() || System.nanoTime() - signedInAt > SIGN_IN_EVERY_NANOS) {
            signedInAt = System.nanoTime();
            timed(signInNanos, signIn);
        }
        timed(
                routeNanos,
                () -> ada.http()
                        .post(
                                p + "/content/authors",
                                Map.of("data", Map.of("n" + saves++ % 50, Map.of("name", "A" + saves))))
                        .is(200));
        timed(routeNanos, () -> ada.http().get(p + "/brain/sync").is(200));
        timed(routeNanos, () -> new Http(url).get("/api/health").is(200));
        pause(100);
    }

    private void read() {
        timed(fileNanos, () -> website.get(delivered).is(200));
        pause(5);
    }

    private static void timed(List<Long> nanos, Runnable call) {
        long before = System.nanoTime();
        call.run();
        nanos.add(System.nanoTime() - before);
    }

    /** Between two calls of a person; nothing is waited for. */
    private static void pause(long millis) {
        LockSupport.parkNanos(millis * 1_000_000);
    }

    private static long slowest(List<Long> nanos) {
        return nanos.stream().mapToLong(Long::longValue).max().orElse(0) / 1_000_000;
    }

    /**
     * What 99 of 100 calls took at most, without the slowest two at least where there are twenty. An attack of two
     * seconds has some dozen calls: the slowest one of them would be the result, which measures a single pause of the
     * collector and not whether others are starved. The slowest one has a bound of its own.
     */
    private static long percentile(List<Long> nanos) {
        List<Long> sorted = new ArrayList<>(nanos);
        Collections.sort(sorted);
        int pauses = Math.min(PAUSES, sorted.size() / 10);
        int rank = Math.min(sorted.size() - 1 - pauses, sorted.size() * PERCENT / 100);
        return sorted.isEmpty() ? 0 : sorted.get(rank) / 1_000_000;
    }
}
