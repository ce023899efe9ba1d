package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.access.AllowedLocales;
import cms.access.KeyRole;
import cms.content.api.EntryPage;
import cms.content.api.EntryQuery;
import cms.platform.compute.Turn;
import cms.platform.json.Json;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.testing.Events;
import cms.testing.TestApp;
import cms.testing.World;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Reads that take long leave the threads that serve requests, and others have no other thread between. */
@Tag("scenario")
class ReadsInTurnsTest {
    private final Turns turns = new Turns();
    private TestApp app;
    private World world;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void newestContentIsReadInATurnUntilItIsInMemory() {
        app.restart();
        assertThat(app.doors().content().models(place(), Optional.empty(), turns))
                .isNotEmpty();
        assertThat(turns.taken()).isOne();

        app.doors().content().models(place(), Optional.empty(), turns);
        app.doors().content().config(place(), Optional.empty(), turns);
        app.doors().content().list(place(), EntryQuery.of("posts", Optional.empty(), 10), turns);
        assertThat(turns.taken()).isOne();
    }

    @Test
    void aModelOfMuchContentIsListedInATurnAndSingleEntriesOfItAreNot() {
        ObjectNode data = Json.object();
        IntStream.range(0, 300)
                .forEach(i ->
                        data.putObject("much-" + i).put("title", "Much " + i).put("body", "words ".repeat(300)));
        world.ada()
                .http()
                .post(world.p() + "/content/posts", Json.object().set("data", data))
                .is(200);
        app.doors().content().models(place(), Optional.empty());

        EntryPage page = app.doors().content().list(place(), EntryQuery.of("posts", Optional.empty(), 2), turns);
        assertThat(page.total()).isGreaterThan(300);
        assertThat(turns.taken()).isOne();

        EntryPage one = app.doors().content().list(place(), named("much-7", "much-7", "missing"), turns);
        assertThat(one.entries()).extracting(EntryPage.Item::id).containsExactly("much-7");
        assertThat(turns.taken()).isOne();
    }

    /** Shown to fail at each of these paths when commits are compared on the thread that serves the request. */
    @Test
    void theCommitThatACallerWithAListOfModelsIsToldOfIsLookedForInATurn() {
        world.narrow(world.bo(), "editor", "posts");
        String preview = URI.create(world.bo()
                        .http()
                        .post(world.p() + "/previews", Map.of("branch", "cms"))
                        .is(200)
                        .json()
                        .get("url")
                        .asString())
                .getPath();
        List<String> paths = List.of(
                "/api/workspaces/" + world.workspaceId() + "/projects",
                world.p(),
                world.p() + "/cdn/builds",
                preview + "_manifest.json");
        assertThat(paths).allSatisfy(path -> {
            Set<Thread> before = computing();
            app.restart();
            world.bo().http().get(path).is(200);
            assertThat(computing()).as(path).anyMatch(thread -> !before.contains(thread));
        });
    }

    /** Shown to fail where the thread that sends what was missed compares the commits. */
    @Test
    void whatAListenerWithAListOfModelsMayHearIsLookedForInATurn() {
        world.narrow(world.bo(), "editor", "posts");
        String events = world.p() + "/events";
        String id;
        try (Events stream = world.bo().http().events("GET", events, null)) {
            save("One");
            stream.next();
            stream.next();
            id = stream.idOfNext();
        }
        save("Two");
        Set<Thread> before = computing();
        app.restart();
        try (Events stream = world.bo().http().with("Last-Event-ID", id).events("GET", events, null)) {
            assertThat(stream.next().orElseThrow().get("type").asString()).isEqualTo("change.landed");
            assertThat(computing()).anyMatch(thread -> !before.contains(thread));
        }
    }

    private void save(String title) {
        world.ada()
                .http()
                .post(world.p() + "/content/posts", Map.of("data", Map.of("one", Map.of("title", title))))
                .is(200);
    }

    private static Set<Thread> computing() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("compute-"))
                .collect(Collectors.toSet());
    }

    private static EntryQuery named(String... ids) {
        return new EntryQuery(
                Optional.empty(),
                "posts",
                Optional.empty(),
                List.of(ids),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                10);
    }

    private ProjectAccess place() {
        Project project = app.doors().projects().find(world.projectId()).orElseThrow();
        return app.doors().projects().access().ofKey(project, KeyRole.ADMIN, AllowedModels.all(), AllowedLocales.all());
    }

    /** Computes at once and counts. */
    private static final class Turns implements Turn {
        private final AtomicInteger taken = new AtomicInteger();

        int taken() {
            return taken.get();
        }

        @Override
        public <T> T run(Supplier<T> piece) {
            taken.incrementAndGet();
            return piece.get();
        }
    }
}
