package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * S6: whatever computes, in loops and many at once: by a viewer, by keys and by owners, whose patterns are never
 * decided. Shown to fail with turns of an hour: a route waits for 6 s.
 */
final class ComputationsInTurn implements Attack {
    private static final Duration LASTS = Duration.ofSeconds(6);
    private static final int AT_ONCE = 24;
    private static final int ENTRIES = IS_LONG ? 6 : 4;
    private static final int CHARS = 19_000;
    private static final int MARKDOWN_CHARS = 190_000;
    private static final int VALUES = 100;
    private static final List<Integer> ANSWERS = List.of(200, 403, 422, 429, 503);
    private static final String CHANGE = "cr/content/authors/many";

    @Override
    public String name() {
        return "computations in turn";
    }

    @Override
    public void run(Target target) throws Exception {
        prepared(target).run(target);
    }

    /** Pushes what computes, which takes far longer than the loops. */
    @Override
    public Attack prepared(Target target) throws Exception {
        Person mal = target.member("mal");
        Target other =
                new Target(target.service(), Person.signIn(target.service().url(), "ivy@example.com"), target.folder());
        Target.Project shown = target.project();
        target.eve()
                .http()
                .post(shown.p() + "/members", Map.of("userId", mal.id(), "role", "viewer"))
                .is(200);
        Target.Project project = other.project();
        List<Callable<Reply>> all = new ArrayList<>();
        // Both at once: each push is judged for as long as it may, by one thread.
        try (ExecutorService pushes = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> first = pushes.submit(() -> poisoned(shown));
            Future<String> second = pushes.submit(() -> poisoned(project));
            all.addAll(computing(target.eve(), shown.p(), first.get()));
            all.addAll(computing(mal, shown.p(), first.get()));
            all.addAll(computing(other.eve(), project.p(), second.get()));
        }
        all.add(query(target, shown.p()));
        all.add(query(other, project.p()));
        return new Prepared(name(), all, other);
    }

    /** @param other whose projects go at the end */
    private record Prepared(String name, List<Callable<Reply>> all, Target other) implements Attack {
        @Override
        public void run(Target target) throws Exception {
            Loops loops = new Loops(all, System.nanoTime() + LASTS.toNanos());
            ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
            try {
                List<Callable<Integer>> callers = IntStream.range(0, AT_ONCE)
                        .mapToObj(first -> (Callable<Integer>) () -> loops.run(first))
                        .toList();
                // Whoever still waits at the end closes the connection, which ends what is computed for it.
                for (Future<Integer> caller : threads.invokeAll(callers, LASTS.toMillis(), TimeUnit.MILLISECONDS)) {
                    if (!caller.isCancelled()) {
                        assertThat(caller.get()).isNotNegative();
                    }
                }
            } finally {
                threads.shutdownNow();
                other.deleteProjects();
            }
        }
    }

    private record Loops(List<Callable<Reply>> all, long until) {
        /** Each begins with another one, so that all are asked for from the beginning; answers with how many were. */
        int run(int first) throws Exception {
            int count = 0;
            for (; System.nanoTime() < until; count++) {
                Reply reply = all.get((first + count) % all.size()).call();
                assertThat(reply.status()).as(reply.text()).isIn(ANSWERS);
            }
            return count;
        }
    }

    /**
     * Many texts of a pattern that is never decided, in two commits and in an open change; answers with the first.
     * Pushed together: the service looks at the texts of a push for as long as it may, some seconds each time.
     */
    private static String poisoned(Target.Project project) throws Exception {
        GitClient git = project.git();
        Path model = git.folder().resolve(".cms/models/authors.json");
        JsonNode read = Json.parse(Files.readAllBytes(model));
        ((ObjectNode) read.path("fields")).putObject("bio").put("type", "text").put("pattern", "^(a*)*\\1$b");
        Target.write(model, Json.bytes(read));
        Path data = git.folder().resolve(".cms/content/blog/authors/data.json");
        Target.write(data, Json.bytes(many(0)));
        String before = git.commit("many");
        Target.write(data, Json.bytes(many(1)));
        String after = git.commit("more");
        Target.write(data, Json.bytes(many(2)));
        String change = git.commit("still more");
        String branch = git.git("rev-parse", "--abbrev-ref", "HEAD");
        git.git("push", "--quiet", "origin", after + ":refs/heads/" + branch, change + ":refs/heads/" + CHANGE);
        return before;
    }

    private static ObjectNode many(int version) {
        ObjectNode entries = Json.object();
        for (int i = 0; i < ENTRIES; i++) {
            entries.putObject("abcdef" + (100_000 + i))
                    .put("name", "x" + version)
                    .put("bio", "a".repeat(CHARS));
        }
        return entries;
    }

    private static List<Callable<Reply>> computing(Person person, String p, String before) {
        Http http = person.http();
        Map<String, Object> save =
                Map.of("data", Map.of("abcdef100000", Map.of("name", "y", "bio", "a".repeat(CHARS))));
        List<Callable<Reply>> all = new ArrayList<>();
        for (String read : List.of(
                "/models", // first, as nobody has read since the push
                "/content/authors?status=draft",
                "/health?at=" + before,
                "/health?at=" + CHANGE,
                "/health",
                "/brain/sync?at=" + before,
                "/brain/sync",
                "/search?q=aaaa",
                "/content/authors?search=aaaa",
                "/history",
                "/branches/" + CHANGE.replace("/", "%2F") + "/diff")) {
            all.add(() -> http.get(p + read));
        }
        all.add(() -> http.send("POST", p + "/content/authors?dryRun=true", save));
        Texts.documents(MARKDOWN_CHARS).values().stream()
                .filter(markdown -> markdown.length() <= MARKDOWN_CHARS)
                .forEach(markdown -> all.add(() -> http.send("POST", p + "/preview", Map.of("markdown", markdown))));
        return all;
    }

    private static Callable<Reply> query(Target target, String p) {
        String key = target.eve()
                .http()
                .post(p + "/cdn/keys", Map.of("name", "site", "allowed_origins", List.of()))
                .json()
                .path("key")
                .asString();
        Http website = new Http(target.service().url()).bearer(key);
        String in = IntStream.range(0, VALUES).mapToObj(i -> "x" + i).collect(Collectors.joining(","));
        String path =
                "/api/cdn/v1/" + p.substring(p.lastIndexOf('/') + 1) + "/query/authors/en?limit=1&filter=name:in:";
        return () -> website.get(path + in);
    }
}
