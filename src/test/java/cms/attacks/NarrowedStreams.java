package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Events;
import cms.testing.Http;
import cms.testing.Person;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.JsonNode;

/**
 * A member whose list of models is narrowed while he listens on many streams and others write without a pause, who
 * comes back where he had stopped, and who is removed. What is written after each answer he hears nothing of. Shown to
 * fail where streams keep the list with which they were opened.
 */
final class NarrowedStreams implements Attack {
    private static final int STREAMS = 40;
    private static final int ROUNDS = 4;
    private static final int HIDDEN_SAVES = 6;
    private static final String AUTHORS = "/content/authors";

    @Override
    public String name() {
        return "streams of a narrowed member";
    }

    @Override
    public void run(Target target) throws Exception {
        Target.Project project = target.project();
        Person mal = target.member("mal");
        for (int round = 0; round < ROUNDS; round++) {
            new Round(target.eve().http(), mal, project.p(), round).run();
        }
    }

    /** Listens with the whole role, with one model and with none. */
    private record Round(Http eve, Person mal, String p, int number) {
        void run() throws Exception {
            allow(Map.of());
            List<Events> streams = new ArrayList<>();
            try {
                for (int i = 0; i < STREAMS; i++) {
                    streams.add(listen(mal.http()));
                }
                narrowWhileOthersWrite(streams);
                String heardUntil = streams.getFirst().lastId();
                try (Events again = listen(mal.http().with("Last-Event-ID", heardUntil))) {
                    saveEach(again, "again", "hidden");
                }
                eve.delete(p + "/members/" + memberId()).is(200);
                save(AUTHORS, "gone" + number, "name");
                save("/content/posts", "gone-too" + number, "title");
                for (Events stream : streams) {
                    assertThat(stream.rest()).as("after the removal").noneMatch(event -> says(event, "gone"));
                }
            } finally {
                streams.forEach(Events::close);
            }
        }

        /** The writer does not stop for the moment in which the right ends. */
        private void narrowWhileOthersWrite(List<Events> streams) throws Exception {
            AtomicBoolean narrowed = new AtomicBoolean();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Future<?> writer = threads.submit(() -> {
                    for (int n = 0, hidden = 0; hidden < HIDDEN_SAVES; n++) {
                        boolean isHidden = narrowed.get();
                        save(AUTHORS, (isHidden ? "hidden" : "shown") + number + "n" + n, "name");
                        hidden += isHidden ? 1 : 0;
                    }
                });
                try {
                    for (Events stream : streams) {
                        until(stream, "shown" + number);
                    }
                    allow(Map.of("specificModels", true, "allowedModels", List.of("posts")));
                } finally {
                    narrowed.set(true);
                }
                writer.get();
            }
            save("/content/posts", "fence" + number, "title");
            for (Events stream : streams) {
                assertThat(until(stream, "fence" + number))
                        .as("events after the list was narrowed")
                        .noneMatch(event -> says(event, "hidden"));
            }
        }

        private void saveEach(Events stream, String seen, String unseen) {
            save(AUTHORS, unseen + number + "again", "name");
            save("/content/posts", seen + number, "title");
            assertThat(until(stream, seen + number))
                    .as("events of who comes back")
                    .noneMatch(event -> says(event, unseen));
        }

        private void allow(Map<String, Object> narrower) {
            Map<String, Object> member = new HashMap<>(Map.of("userId", mal.id(), "role", "viewer"));
            member.putAll(narrower);
            eve.post(p + "/members", member).is(200);
        }

        private String memberId() {
            for (JsonNode member : eve.get(p + "/members").is(200).json()) {
                if (says(member, mal.id())) {
                    return member.get("id").asString();
                }
            }
            throw new AssertionError("no member");
        }

        private void save(String path, String id, String member) {
            eve.post(p + path, Map.of("data", Map.of(id, Map.of(member, "A")))).is(200);
        }

        private Events listen(Http http) {
            return http.events("GET", p + "/events", null);
        }

        /** What comes up to the first event that names this, with it. */
        private static List<JsonNode> until(Events stream, String name) {
            List<JsonNode> heard = new ArrayList<>();
            do {
                heard.add(stream.next().orElseThrow());
            } while (!says(heard.getLast(), name));
            return heard;
        }

        private static boolean says(JsonNode json, String text) {
            return json.toString().contains(text);
        }
    }
}
