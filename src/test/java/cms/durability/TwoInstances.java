package cms.durability;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Events;
import cms.testing.GitClient;
import cms.testing.HostedProject;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.RemoteGit;
import cms.testing.Reply;
import cms.testing.Rows;
import cms.testing.ServiceProcess;
import cms.testing.StandInHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Two processes of the service on one PostgreSQL and one repository of a remote host, eight writers at each, and kill
 * -9 of one of them in the middle: every save is on the host once, and in the log once. Whoever gets no answer, or 503,
 * repeats the request with its key, every other time at the other instance.
 *
 * <p>Shown to fail without {@code review.journal.ReplicaLag} and with one cursor of the journal for both (an instance
 * that is behind tells again what the other one has told), and without the look at the host when an instance starts.
 */
final class TwoInstances {
    private static final int SAVES = Integer.getInteger("cms.saves", 200);
    private static final int KILLS = Integer.getInteger("cms.kills", 1);
    private static final int WRITERS = 8;
    private static final long TIMEOUT_NANOS = 180_000_000_000L;
    private static final long REPEAT_AFTER_NANOS = 50_000_000L;
    private static final int PAGE = 100;
    private static final int STARTS_MAX = 5;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private final Report report = new Report();
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger headlines = new AtomicInteger();
    private final AtomicInteger repeats = new AtomicInteger();
    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
    private final AtomicReference<Throwable> wrong = new AtomicReference<>();
    private final Map<Integer, ServiceProcess> services = new ConcurrentHashMap<>();
    /** What was there before the writers: lines of the log about saves, landings on {@code cms}. */
    private Set<String> before = Set.of();

    private int landingsBefore;
    private Map<String, String> settings = Map.of();
    private Person ada;
    private String project;

    @Test
    void everySaveIsOnTheHostAndInTheLogOnce() {
        try (StandInHost host = StandInHost.in(folder.resolve("host"));
                RemoteGit git = RemoteGit.in(folder.resolve("host"))) {
            host.git = Optional.of(URI.create(git.url()));
            host.gitPassword = "first-token";
            settings = new HashMap<>(host.settings());
            settings.put("CMS_DATABASE_URL", Rows.empty().orElseThrow());
            settings.put("CMS_SECRET", "the same secret for every instance");
            start(0);
            HostedProject hosted =
                    HostedProject.connect(host, git, services.get(0).url());
            ada = hosted.ada();
            project = hosted.p();
            start(1);
            buildsAreToldEverywhere();
            changesAreToldEverywhere();
            before = Set.copyOf(logged(ada, "save_content"));
            landingsBefore = landings(git).size();
            write();
            check(git);
            assertThat(services.get(0).stop()).isZero();
            assertThat(services.get(1).stop()).isZero();
        } finally {
            services.values().forEach(ServiceProcess::close);
        }
        report.line(
                "two instances passed: %d saves by %d writers, %d kills, %d repeats, each save once",
                SAVES, 2 * WRITERS, KILLS, repeats.get());
    }

    private void start(int instance) {
        try {
            Path data = Files.createDirectories(folder.resolve("data" + instance));
            Path objects = data.resolve("objects");
            if (instance > 0 && !Files.exists(objects)) {
                Files.createSymbolicLink(objects, folder.resolve("data0").resolve("objects"));
            }
            for (int tried = 1; !services.containsKey(instance); tried++) {
                try {
                    services.put(instance, ServiceProcess.start(data, settings));
                } catch (AssertionError taken) {
                    // A connection of a writer may have got the port that was free a moment ago.
                    assertThat(tried).as(taken.getMessage()).isLessThan(STARTS_MAX);
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * Shown to fail where an instance does not hear of the builds of others ({@code LiveNews.hear}): it waits until the
     * time is up.
     */
    private void buildsAreToldEverywhere() {
        Http here = ada.http();
        Http there = ada.at(services.get(1).url()).http();
        eventually(
                "the other instance has the repository",
                () -> there.get(project + "/brain/sync").status() == 200);
        here.patch(project + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        eventually(
                "the first build ends",
                () -> isBuilt(here.get(project + "/cdn/builds").json(), 1));
        try (Events stream = there.events("GET", project + "/events", null);
                Events build = here.events("POST", project + "/cdn/builds/trigger", Map.of())) {
            String id = next(build, "/phase", "complete").at("/result/buildId").asString();
            assertThat(next(stream, "/buildId", id).get("type").asString()).isEqualTo("build.finished");
        }
    }

    /**
     * Each instance hears what the other one did with a change, with who did it where a commit says so, and the log has
     * it once. Shown to fail where a fetch says nothing about commits of ours, and where both tell what one has told.
     */
    private void changesAreToldEverywhere() {
        workflow("review");
        for (int there = 0; there < 2; there++) {
            Http here = ada.at(services.get(1 - there).url()).http();
            Http other = ada.at(services.get(there).url()).http();
            try (Events stream = other.events("GET", project + "/events", null)) {
                String branch = opened(here, Map.of());
                told(stream, "change.opened", branch, ada.id());
                opened(here, Map.of("branch", branch));
                told(stream, "change.updated", branch, ada.id());
                decide(here, branch, "merge");
                told(stream, "change.landed", branch, ada.id());
                String discarded = opened(here, Map.of());
                told(stream, "change.opened", discarded, ada.id());
                decide(here, discarded, "reject");
                told(stream, "change.rejected", discarded, "");
            }
        }
        workflow("auto-merge");
        for (Map.Entry<String, Integer> actions :
                Map.of("save_content", 6, "merge_branch", 2, "reject_branch", 2).entrySet()) {
            eventually(
                    "the log has every " + actions.getKey(),
                    () -> logged(ada, actions.getKey()).size() >= actions.getValue());
            assertThat(logged(ada, actions.getKey())).as(actions.getKey()).hasSize(actions.getValue());
        }
    }

    private void workflow(String workflow) {
        ada.http().patch(project + "/config", Map.of("workflow", workflow)).is(200);
        Http other = ada.at(services.get(1).url()).http();
        eventually(
                "the other instance knows the workflow",
                () -> other.get(project + "/brain/sync").is(200).text().contains('"' + workflow + '"'));
    }

    /** Saves an entry that nothing else speaks of; the branch that it waits on. */
    private String opened(Http http, Map<String, String> more) {
        Map<String, Object> body = new HashMap<>(more);
        body.put("locale", "en");
        body.put("data", Map.of("headline", "Headline " + headlines.incrementAndGet()));
        return http.post(project + "/content/home", body)
                .is(200)
                .json()
                .get("branch")
                .asString();
    }

    private void decide(Http http, String branch, String verb) {
        http.post(project + "/branches/" + branch.replace("/", "%2F") + "/" + verb, Map.of())
                .is(200);
    }

    private static void told(Events stream, String type, String branch, String actor) {
        JsonNode event = next(stream, "/type", type);
        assertThat(event.get("branch").asString()).isEqualTo(branch);
        assertThat(event.get("actor").asString()).as(type).isEqualTo(actor);
    }

    /** The next event that says this; fails when it does not come. */
    private static JsonNode next(Events stream, String member, String value) {
        JsonNode event = stream.next().orElseThrow();
        while (!event.at(member).asString("").equals(value)) {
            event = stream.next().orElseThrow();
        }
        return event;
    }

    private static boolean isBuilt(JsonNode builds, int number) {
        return builds.size() >= number
                && !builds.get(0).get("status").asString().equals("building");
    }

    private void write() {
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 2 * WRITERS; i++) {
                int home = i % 2;
                writers.execute(() -> writeAt(home));
            }
            for (int kill = 1; kill <= KILLS; kill++) {
                int victim = kill % 2;
                await(SAVES * (2 * kill - 1) / (2 * KILLS + 1));
                services.remove(victim).kill();
                int before = acknowledged.size();
                await(SAVES * 2 * kill / (2 * KILLS + 1));
                report.line(
                        "kill %d: instance %d at %d saves, the other one went on to %d",
                        kill, victim, before, acknowledged.size());
                start(victim);
            }
        }
        assertThat(wrong.get()).as("a failure of a writer").isNull();
        assertThat(acknowledged).hasSize(SAVES);
    }

    private void await(int saves) {
        eventually(saves + " saves are acknowledged", () -> acknowledged.size() >= saves || wrong.get() != null);
    }

    private void writeAt(int home) {
        try {
            for (int number = next.getAndIncrement();
                    number < SAVES && wrong.get() == null;
                    number = next.getAndIncrement()) {
                save(home, "n" + number);
            }
        } catch (RuntimeException | AssertionError failed) {
            wrong.compareAndSet(null, failed);
        }
    }

    /** One save with one key, until it is acknowledged. */
    private void save(int home, String id) {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        for (int attempt = 0; System.nanoTime() < deadline && wrong.get() == null; attempt++) {
            Optional<Reply> reply = attempt((home + attempt) % 2, id);
            if (reply.isPresent() && !isToBeRepeated(reply.get())) {
                JsonNode saved = reply.get().is(200).json();
                assertThat(saved.get("merged").asBoolean()).as(id).isTrue();
                acknowledged.put(id, saved.at("/commit/sha").asString());
                return;
            }
            repeats.incrementAndGet();
            LockSupport.parkNanos(REPEAT_AFTER_NANOS);
        }
        throw new AssertionError(id + " was never acknowledged");
    }

    /** Nobody has a place for it, or it is on its way: who has waited in vain asks while the first one goes on. */
    private static boolean isToBeRepeated(Reply reply) {
        return reply.status() == 503 || reply.status() == 409 && reply.text().contains("idempotency.in_progress");
    }

    /** Empty when nobody answered. */
    private Optional<Reply> attempt(int instance, String id) {
        ServiceProcess service = services.get(instance);
        if (service == null) {
            return Optional.empty(); // and whoever has its port now is not asked
        }
        try {
            return Optional.of(ada.at(service.url())
                    .http()
                    .with("Idempotency-Key", "save-" + id)
                    .attempt(project + "/content/authors", Map.of("data", Map.of(id, Map.of("name", "A " + id)))));
        } catch (UncheckedIOException killed) {
            return Optional.empty();
        }
    }

    private void check(RemoteGit git) {
        Path bare = git.bare(HostedProject.REPOSITORY);
        Acknowledged all = new Acknowledged();
        acknowledged.keySet().forEach(all::entry);
        StoredProject stored = new StoredProject(bare);
        stored.isSound();
        stored.holds(all);
        assertThat(git.tip(HostedProject.REPOSITORY, "main")).isEqualTo(git.tip(HostedProject.REPOSITORY, "cms"));
        Map<String, String> onHost = commitsByEntry(bare);
        assertThat(acknowledged).as("the commits that the writers were told").isEqualTo(onHost);
        Person first = ada.at(services.get(0).url());
        Person second = ada.at(services.get(1).url());
        eventually("both know every save", () -> holdsAll(snapshot(first)) && holdsAll(snapshot(second)));
        assertThat(snapshot(second)).as("the same snapshot at both").isEqualTo(snapshot(first));
        eventually("the log has every save", () -> logged(first).size() >= SAVES);
        eventually("the announcements are told", () -> logged(first).equals(logged(second)));
        assertThat(landings(git)).as("landings on cms").hasSize(landingsBefore + SAVES);
        assertThat(logged(second)).as("saves in the log").hasSize(SAVES);
        assertThat(Set.copyOf(logged(second))).as("saves in the log, each once").hasSize(SAVES);
    }

    private List<String> landings(RemoteGit git) {
        return GitClient.at(git.bare(HostedProject.REPOSITORY))
                .git("log", "--first-parent", "--format=%H", "cms", "--grep=^Merge cr/")
                .lines()
                .toList();
    }

    private boolean holdsAll(String snapshot) {
        return acknowledged.keySet().stream().allMatch(snapshot::contains);
    }

    private String snapshot(Person person) {
        return person.http().get(project + "/brain/sync").is(200).text();
    }

    private static Map<String, String> commitsByEntry(Path bare) {
        Map<String, String> commits = new TreeMap<>();
        GitClient.at(bare)
                .git("log", "--format=%H %(trailers:key=Cms-Entries,valueonly,separator=%x20)", "cms")
                .lines()
                .map(line -> line.strip().split(" "))
                .filter(words -> words.length == 2)
                .forEach(words -> commits.put(words[1], words[0]));
        return commits;
    }

    /** The ids of the lines about saves of the writers. */
    private List<String> logged(Person person) {
        return logged(person, "save_content").stream()
                .filter(id -> !before.contains(id))
                .toList();
    }

    private List<String> logged(Person person, String action) {
        List<String> ids = new ArrayList<>();
        for (int page = 1; ; page++) {
            JsonNode data = person.http()
                    .get(project + "/activity?action=" + action + "&sort=oldest&limit=" + PAGE + "&page=" + page)
                    .is(200)
                    .json()
                    .get("data");
            data.forEach(line -> ids.add(line.get("id").asString()));
            if (data.size() < PAGE) {
                return ids;
            }
        }
    }

    private static void eventually(String what, BooleanSupplier isTrue) {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (!isTrue.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("Not in time: " + what);
            }
            LockSupport.parkNanos(REPEAT_AFTER_NANOS);
        }
    }
}
