package cms.activity;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.auth.Caller;
import cms.auth.Provider;
import cms.platform.live.LiveStreams;
import cms.platform.live.StreamConnection;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.testing.Events;
import cms.testing.Form;
import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.OpenApiAnswers;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is told on {@code P/events}, from outside.
 *
 * <p>Shown to fail with a filter that shows everybody everything (the limited member hears of authors).
 */
@Timeout(90)
class LiveNewsTest {
    @TempDir
    private Path folder;

    private TestApp app;
    private World world;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        world.dee().http().get(world.p() + "/brain/sync").is(200);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aSaveIsToldAsWhatLandedAndAsTheTagThatTheSnapshotNowHas() {
        try (Events stream = listen(world.dee().http())) {
            save("posts", "one", "A");

            JsonNode landed = stream.next().orElseThrow();
            assertThat(landed.get("type").asString()).isEqualTo("change.landed");
            assertThat(landed.get("actor").asString()).isEqualTo(world.bo().id());
            assertThat(landed.get("tool").asString()).isEqualTo("save_content");
            assertThat(landed.at("/entries/0").asString()).isEqualTo("one");
            JsonNode snapshot = stream.next().orElseThrow();
            assertThat(snapshot.get("type").asString()).isEqualTo("snapshot");
            assertThat(snapshot.get("tag").asString())
                    .isEqualTo(world.dee()
                            .http()
                            .get(world.p() + "/brain/sync")
                            .is(200)
                            .header("ETag"));
        }
    }

    @Test
    void aChangeThatWaitsIsToldFromItsOpeningToItsEnd() {
        review();
        try (Events stream = listen(world.cy().http())) {
            String first = save("posts", "one", "A");
            String second = save("posts", "two", "B");
            world.bo()
                    .http()
                    .post(
                            world.p() + "/content/posts",
                            Map.of("branch", first, "data", Map.of("three", Map.of("title", "C"))))
                    .is(200);
            decide(first, "merge");
            decide(second, "reject");

            List<String> told = new ArrayList<>();
            while (told.size() < 6) {
                JsonNode event = stream.next().orElseThrow();
                told.add(event.get("type").asString() + " "
                        + event.path("branch").asString(""));
            }
            assertThat(told)
                    .containsSubsequence("change.opened " + first, "change.updated " + first, "change.landed " + first)
                    .containsSubsequence("change.opened " + second, "change.rejected " + second)
                    .contains("snapshot ");
        }
    }

    @Test
    void whoComesBackHearsWhatHeMissedOnce() {
        String id;
        try (Events stream = listen(world.dee().http())) {
            save("posts", "one", "A");
            stream.next();
            stream.next();
            id = stream.lastId();
        }
        save("posts", "two", "B");
        app.restart();
        try (Events stream = listen(world.dee().http().with("Last-Event-ID", id))) {
            assertThat(stream.next().orElseThrow().at("/entries/0").asString()).isEqualTo("two");
            assertThat(stream.next().orElseThrow().get("type").asString()).isEqualTo("snapshot");
            save("posts", "three", "C");
            assertThat(stream.next().orElseThrow().at("/entries/0").asString()).isEqualTo("three");
        }
        try (Events stream = listen(world.dee().http().with("Last-Event-ID", "a".repeat(40) + "." + "~"))) {
            assertThat(stream.next().orElseThrow().get("type").asString()).isEqualTo("reset");
        }
        world.dee().http().get(world.p() + "/events?since=anything").is(400);
        world.nobody().http().get(world.p() + "/events?since=x").is(404);
    }

    /**
     * Shown to fail where an event of an asset has no id: who comes back hears of nothing; and where a place counts no
     * assets: it is told again and again.
     */
    @Test
    void whoMissedChangesOfAssetsIsToldOnceThatAnyMayHaveChanged() {
        String id;
        try (Events stream = listen(world.dee().http())) {
            String asset = upload();
            assertThat(stream.next().orElseThrow().get("assetId").asString()).isEqualTo(asset);
            id = stream.lastId();
        }
        try (Events stream = listen(world.dee().http().with("Last-Event-ID", id))) {
            String asset = upload();
            assertThat(stream.next().orElseThrow().get("assetId").asString()).isEqualTo(asset);
        }
        upload();
        app.restart();
        try (Events stream = listen(world.dee().http().with("Last-Event-ID", id))) {
            JsonNode missed = stream.next().orElseThrow();
            assertThat(missed.get("type").asString()).isEqualTo("asset.changed");
            assertThat(missed.has("assetId")).isFalse();
            id = stream.lastId();
        }
        try (Events stream = listen(world.dee().http().with("Last-Event-ID", id))) {
            save("posts", "one", "A");
            assertThat(stream.next().orElseThrow().get("type").asString()).isEqualTo("change.landed");
        }
    }

    private String upload() {
        return Form.of("a.pdf", Form.PDF)
                .post(world.bo().http(), world.p() + "/media")
                .is(201)
                .json()
                .get("id")
                .asString();
    }

    /** Shown to fail without the signal of the room that builds. */
    @Test
    void aBuildThatEndsIsTold() {
        try (Events stream = listen(world.dee().http())) {
            world.ada()
                    .http()
                    .patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true))
                    .is(200);
            JsonNode event = stream.next().orElseThrow();
            assertThat(event.get("type").asString()).isEqualTo("build.finished");
            assertThat(event.get("status").asString()).isEqualTo("completed");
        }
    }

    /** Shown to fail where every build is news for everybody: it tells that something has landed. */
    @Test
    void aBuildThatChangedNothingOfTheirModelsIsNoNewsForAMember() {
        world.narrow(world.dee(), "viewer", "posts");
        Http ada = world.ada().http();
        try (Events stream = listen(world.dee().http());
                Events whole = listen(ada)) {
            ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
            assertThat(stream.next().orElseThrow().get("type").asString()).isEqualTo("build.finished");
            assertThat(whole.next().orElseThrow().get("type").asString()).isEqualTo("build.finished");
            try (Events build = ada.events("POST", world.p() + "/cdn/builds/trigger", Map.of())) {
                assertThat(build.rest()).isNotEmpty();
            }
            assertThat(whole.next().orElseThrow().get("type").asString()).isEqualTo("build.finished");
            save("posts", "one", "A");
            assertThat(stream.next().orElseThrow().get("type").asString()).isEqualTo("change.landed");
        }
    }

    /** Shown to fail where what ended after a build that is not listed any more counts as nothing: no event comes. */
    @Test
    void whoMissedMoreBuildsThanAreListedIsToldToReadEverythingAnew() {
        Http ada = world.ada().http();
        String first;
        try (Events stream = listen(world.dee().http())) {
            ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
            assertThat(stream.next().orElseThrow().get("type").asString()).isEqualTo("build.finished");
            first = stream.lastId();
        }
        int listed = 20;
        for (int built = 0; built <= listed; built++) {
            try (Events build = ada.events("POST", world.p() + "/cdn/builds/trigger", Map.of())) {
                assertThat(build.rest()).isNotEmpty();
            }
        }
        try (Events stream = listen(world.dee().http().with("Last-Event-ID", first))) {
            assertThat(stream.next().orElseThrow().get("type").asString()).isEqualTo("reset");
        }
    }

    /** Shown to fail where a line that has not begun is not looked at: the client would wait for what it never gets. */
    @Test
    void aPlaceOfAnotherProjectIsNoneAlsoBeforeTheFirstWrite() {
        String elsewhere;
        try (Events stream = listen(world.dee().http())) {
            save("posts", "one", "A");
            stream.next();
            stream.next();
            elsewhere = stream.lastId();
        }
        String workspace = "/api/workspaces/" + world.workspaceId() + "/projects/";
        String fresh = workspace + World.connect(world.ada(), world.workspaceId(), "starters/blog", "fresh");
        try (Events stream =
                world.ada().http().with("Last-Event-ID", elsewhere).events("GET", fresh + "/events", null)) {
            assertThat(stream.next().orElseThrow().get("type").asString()).isEqualTo("reset");
        }
    }

    /** Shown to fail where an id that is too long is taken for none, because that client would wait for ever. */
    @Test
    void whoNamesAPlaceThatIsNoneIsToldToReadEverythingAnew() {
        String zeros = "0".repeat(40);
        for (String id : List.of(
                "unknown",
                "~",
                zeros + "." + zeros + "~" + zeros,
                "." + zeros + "~x",
                zeros + ".~",
                "../../etc/passwd",
                "' OR 1=1 --",
                "%00%0a",
                "a".repeat(201),
                "9".repeat(10_000) + ".~")) {
            try (Events stream = listen(world.dee().http().with("Last-Event-ID", id))) {
                assertThat(stream.next().orElseThrow().get("type").asString())
                        .as(id)
                        .isEqualTo("reset");
                assertThat(stream.lastId()).contains("~");
            }
        }
    }

    @Test
    void aMemberWithSomeModelsHearsOnlyOfThose() {
        world.narrow(world.dee(), "viewer", "posts");
        try (Events stream = listen(world.dee().http())) {
            world.bo()
                    .http()
                    .post(
                            world.p() + "/content/authors",
                            Map.of("data", Map.of("aaaabbbbcccc", Map.of("name", "Not seen"))))
                    .is(200);
            GitClient clone = GitClient.clone(folder, world.ada(), "ada/blog");
            clone.write("README.md", "nothing of theirs").commit("outside");
            clone.git("push", "origin", "HEAD:main");
            save("posts", "one", "A");
            JsonNode event = stream.next().orElseThrow();
            assertThat(event.get("type").asString()).isEqualTo("change.landed");
            assertThat(event.get("model").asString()).isEqualTo("posts");
            assertThat(stream.next().orElseThrow().get("type").asString()).isEqualTo("snapshot");
            sharedSettingsAreNewsToEverybody(stream);
        }
    }

    /** Shown to fail before: the model went from the page, and nothing said that it was back under its new id. */
    @Test
    void whoSeesOtherModelsSinceIsToldToReadEverythingAnew() {
        world.narrow(world.dee(), "viewer", "authors");
        try (Events stream = listen(world.dee().http())) {
            String path = world.p() + "/models/authors";
            ObjectNode model =
                    (ObjectNode) world.ada().http().get(path).is(200).json().get("model");
            world.ada().http().put(path, model.put("newId", "writers")).is(200);
            untilReset(stream);
            assertThat(world.dee()
                            .http()
                            .get(world.p() + "/brain/sync")
                            .is(200)
                            .json()
                            .at("/models/0/id")
                            .asString())
                    .isEqualTo("writers");
            world.narrow(world.dee(), "viewer", "posts", "writers");
            untilReset(stream);
            save("posts", "one", "A");
            // What the landing itself tells may come behind the reset of the role.
            String news;
            do {
                news = stream.next().orElseThrow().path("model").asString("");
            } while (!news.equals("posts"));
        }
    }

    private static void untilReset(Events stream) {
        String type;
        do {
            type = stream.next().orElseThrow().get("type").asString();
        } while (!type.equals("reset"));
    }

    /** Shown to fail when only files of models count: the vocabulary stands in everybody's snapshot. */
    private void sharedSettingsAreNewsToEverybody(Events stream) {
        Map<String, Object> terms = Map.of("terms", Map.of("sleeper", Map.of("en", "sleeper")));
        world.ada().http().patch(world.p() + "/vocabulary", terms).is(200);
        assertThat(stream.next().orElseThrow().get("branch").asString()).startsWith("cr/content/vocabulary/");
        JsonNode event = stream.next().orElseThrow();
        assertThat(event.get("type").asString()).isEqualTo("snapshot");
        assertThat(event.get("tag").asString())
                .isEqualTo(world.dee().http().get(world.p() + "/brain/sync").header("ETag"));
    }

    /** Shown to fail without the look before the stream: it answered 200 and broke off. */
    @Test
    void whereTheRepositoryCannotBeReachedTheAnswerSaysSoAndWhenToComeBack() throws IOException {
        Path repositories = app.data().resolve("repositories");
        Files.move(repositories.resolve("ada"), repositories.resolve("gone"));
        app.restart();
        Reply refused = OpenApiAnswers.documented(
                world.dee().http().get(world.p() + "/events").is(503));
        assertThat(refused.header("Retry-After")).isEqualTo("5");
        assertThat(refused.json().get("message").asString()).contains("cannot be reached");
        world.nobody().http().get(world.p() + "/events").is(404);
    }

    @Test
    void theStreamEndsWithTheSessionAndWithTheRole() {
        Person again = Person.signIn(app.url(), "dee@example.com", "web_identity");
        try (Events ofSession = listen(again.http());
                Events ofRole = listen(world.dee().http())) {
            again.http().post("/api/auth/logout").is(200);
            assertThat(ofSession.rest()).isEmpty();
            JsonNode members =
                    world.ada().http().get(world.p() + "/members").is(200).json();
            String row = members.valueStream()
                    .filter(member -> member.toString().contains(world.dee().id()))
                    .findFirst()
                    .orElseThrow()
                    .get("id")
                    .asString();
            world.ada().http().delete(world.p() + "/members/" + row).is(200);
            assertThat(ofRole.rest()).isEmpty();
        }
        world.dee().http().get(world.p() + "/events?since=x").is(403);
    }

    /**
     * What is written after a right has ended is told to nobody who had it. Shown to fail when nobody looks at the
     * streams before the answer is sent.
     */
    @Test
    void whoIsRemovedHearsNothingOfWhatIsWrittenAfterTheAnswer() {
        for (String end : List.of("role", "model")) {
            world.ada()
                    .http()
                    .post(world.p() + "/members", Map.of("userId", world.dee().id(), "role", "viewer"));
            try (Events stream = listen(world.dee().http())) {
                if (end.equals("role")) {
                    world.ada()
                            .http()
                            .delete(world.p() + "/members/" + memberId())
                            .is(200);
                } else {
                    world.ada()
                            .http()
                            .delete("/api/workspaces/" + world.workspaceId() + "/members/" + workspaceMemberId())
                            .is(200);
                }
                save("posts", "after-" + end, "After");
                assertThat(stream.rest()).isEmpty();
            }
        }
    }

    /**
     * A look at a listener is some reads. Fails where each request that is in the log looks at all listeners of all
     * workspaces.
     */
    @Test
    void aRequestLooksAtNoListenersOfOtherWorkspacesNorWhereItEndsNoRight() {
        AtomicInteger looks = new AtomicInteger();
        BooleanSupplier session = () -> {
            if (!Thread.currentThread().getName().startsWith("live-checks")) {
                looks.incrementAndGet();
            }
            return true;
        };
        var doors = app.doors();
        var dee = new Caller(world.dee().id(), world.dee().email(), "Dee", Provider.WEB_IDENTITY, Optional.empty());
        var stream = new LiveStreams(1, System::nanoTime).open(dee.userId(), new There());
        Project project = doors.projects().find(world.projectId()).orElseThrow();
        var listener = new Subscriber(stream, dee, session, new Subscriber.VisibleModels(AllowedModels.all()));
        doors.live().open(stream, project, listener, Optional.empty());
        int opening = looks.get();

        Person eve = Person.signIn(app.url(), "eve@example.com");
        inviteAndRemove(eve, "/api/workspaces/" + eve.primaryWorkspace() + "/members");
        assertThat(looks).as("looks for another workspace").hasValue(opening);
        for (int i = 0; i < 10; i++) {
            Form.of(i + ".pdf", Form.PDF)
                    .post(world.ada().http(), world.p() + "/media")
                    .is(201);
        }
        assertThat(looks).as("looks for uploads").hasValue(opening);
        inviteAndRemove(world.ada(), "/api/workspaces/" + world.workspaceId() + "/members");
        assertThat(looks).as("looks for a member of this one").hasValue(opening + 1);
        stream.close();
    }

    private static void inviteAndRemove(Person owner, String members) {
        String id = owner.http()
                .post(members, Map.of("email", "fay@example.com", "role", "member"))
                .is(200)
                .json()
                .get("id")
                .asString();
        owner.http().delete(members + "/" + id).is(200);
    }

    /** A client that takes what it is sent. */
    private static final class There implements StreamConnection {
        @Override
        public void write(ByteBuffer bytes, Consumer<@Nullable Throwable> done) {
            done.accept(null);
        }

        @Override
        public void finish() {}

        @Override
        public void cut() {}
    }

    private String memberId() {
        return idOfDee(world.p() + "/members");
    }

    private String workspaceMemberId() {
        return idOfDee("/api/workspaces/" + world.workspaceId() + "/members");
    }

    private String idOfDee(String path) {
        return world.ada()
                .http()
                .get(path)
                .is(200)
                .json()
                .valueStream()
                .filter(member -> member.toString().contains(world.dee().id()))
                .findFirst()
                .orElseThrow()
                .get("id")
                .asString();
    }

    @Test
    void manyIdleStreamsCostNoThreadAndAPersonHasSoMany() {
        List<Events> open = new ArrayList<>();
        try {
            open.add(listen(world.dee().http()));
            save("posts", "zero", "0");
            int before = ManagementFactory.getThreadMXBean().getThreadCount();
            while (open.size() < LiveNews.STREAMS_A_PERSON_MAX) {
                open.add(listen(world.dee().http()));
            }
            world.dee().http().get(world.p() + "/events").is(429);
            for (int i = 0; i < LiveNews.STREAMS_A_PERSON_MAX; i++) {
                open.add(listen(world.bo().http()));
            }
            // A thread each would be a hundred. What the clients and the server have threads for depends on the
            // machine.
            eventually(
                    "fewer threads than streams",
                    () -> ManagementFactory.getThreadMXBean().getThreadCount()
                            < before + LiveNews.STREAMS_A_PERSON_MAX);
            save("posts", "one", "A");
            for (Events stream : open) {
                JsonNode event = stream.next().orElseThrow();
                assertThat(event.get("type").asString()).isIn("change.landed", "snapshot");
            }
        } finally {
            open.forEach(Events::close);
        }
    }

    private Events listen(Http http) {
        return http.events("GET", world.p() + "/events", null);
    }

    private void review() {
        world.ada()
                .http()
                .patch(world.p() + "/config", Map.of("workflow", "review"))
                .is(200);
    }

    private String save(String model, String entry, String title) {
        return world.bo()
                .http()
                .post(world.p() + "/content/" + model, Map.of("data", Map.of(entry, Map.of("title", title))))
                .is(200)
                .json()
                .get("branch")
                .asString();
    }

    private void decide(String branch, String verb) {
        world.cy()
                .http()
                .post(world.p() + "/branches/" + URLEncoder.encode(branch, StandardCharsets.UTF_8) + "/" + verb)
                .is(200);
    }
}
