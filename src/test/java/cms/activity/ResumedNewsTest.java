package cms.activity;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Events;
import cms.testing.GitClient;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Who resumes the events of a project after the last id that arrived hears each event once. */
@Timeout(90)
class ResumedNewsTest {
    private static final int WRITERS = 4;
    private static final int LISTENERS = 45;
    private static final int BULKS = 10;
    private static final int BULK_ENTRIES = 500;
    private static final String LAST = "last";

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

    /** Shown to fail where the first branches of a push have the id of what was before the push. */
    @Test
    void whoHeardOfEveryBranchOfAPushHearsNothingOfItAgain() {
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        clone.write("notes.txt", "one").commit("A note");
        String id;
        try (Events stream = listen("")) {
            clone.git("push", "--quiet", "origin", "HEAD:refs/heads/cr/a", "HEAD:refs/heads/cr/b", "HEAD:refs/heads/z");
            assertThat(List.of(name(stream), name(stream))).containsExactly("change.opened cr/a", "change.opened cr/b");
            id = stream.idOfNext();
        }
        save("one");
        try (Events stream = listen(id)) {
            assertThat(name(stream)).startsWith("change.landed cr/content/posts");
        }
    }

    /**
     * Shown to fail where missed events are counted by their number alone: their bytes did not fit, time after time.
     */
    @Test
    void whoMissedMoreThanMayWaitForAConnectionIsToldToReadEverythingAnew() {
        String id;
        try (Events stream = listen("")) {
            save("one");
            stream.next();
            stream.next();
            id = stream.idOfNext();
        }
        for (int bulk = 0; bulk < BULKS; bulk++) {
            Map<String, Object> entries = new HashMap<>();
            for (int number = 0; number < BULK_ENTRIES; number++) {
                entries.put("an-entry-of-an-import-" + bulk + "-" + number, Map.of("title", "One of many"));
            }
            world.bo()
                    .http()
                    .post(world.p() + "/content/posts", Map.of("data", entries))
                    .is(200);
        }
        try (Events stream = listen(id)) {
            assertThat(name(stream)).startsWith("reset");
            save("two");
            assertThat(name(stream)).startsWith("change.landed cr/content/posts");
        }
    }

    /** Shown to fail where a listener that is being added hears of what is sent to everybody next as well. */
    @Test
    void whoComesBackWhileOthersWriteHearsEachEventOnce() throws Exception {
        AtomicBoolean enough = new AtomicBoolean();
        List<Events> back = new ArrayList<>();
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor();
                Events first = listen("")) {
            List<Future<?>> writing = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                String name = "w" + writer + "-";
                writing.add(writers.submit(() -> {
                    for (int number = 0; !enough.get(); number++) {
                        save(name + number);
                    }
                }));
            }
            first.next();
            first.next();
            while (back.size() < LISTENERS) {
                back.add(listen(first.lastId()));
            }
            enough.set(true);
            for (Future<?> writer : writing) {
                writer.get();
            }
            save(LAST);
            for (Events stream : back) {
                assertThat(saves(stream)).doesNotHaveDuplicates();
            }
        } finally {
            back.forEach(Events::close);
        }
    }

    private static List<String> saves(Events stream) {
        List<String> heard = new ArrayList<>();
        while (!heard.contains(LAST)) {
            JsonNode event = stream.next().orElseThrow();
            if (event.has("entries")) {
                heard.add(event.at("/entries/0").asString());
            }
        }
        return heard;
    }

    private static String name(Events stream) {
        JsonNode event = stream.next().orElseThrow();
        return event.get("type").asString() + " " + event.path("branch").asString("");
    }

    private Events listen(String lastId) {
        var http = world.dee().http();
        return (lastId.isEmpty() ? http : http.with("Last-Event-ID", lastId))
                .events("GET", world.p() + "/events", null);
    }

    private void save(String entry) {
        world.bo()
                .http()
                .post(world.p() + "/content/posts", Map.of("data", Map.of(entry, Map.of("title", entry))))
                .is(200);
    }
}
