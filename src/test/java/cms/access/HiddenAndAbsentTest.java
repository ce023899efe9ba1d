package cms.access;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * What a list of models hides answers like what is not there: every route that takes the id of a model, an entry, a
 * branch, a commit, a preview or a submission, or a commit among its members and queries, by an editor and by a
 * reviewer who see authors alone, with a body that is good and with the one of {@code matrix.txt}. Shown to fail where
 * undoing a hidden commit was forbidden and an unknown one not found.
 */
@Tag("scenario")
class HiddenAndAbsentTest {
    private static final String W = "/api/workspaces/{workspaceId}";
    private static final String ENTRY = "aaaabbbbcccc";
    private static final Set<String> PER_ANSWER = Set.of("x-request-id", "date");

    /** What nobody has, by the parameter that names it. */
    private static final Map<String, String> ABSENT = new TreeMap<>(Map.of(
            "modelId", "nones",
            "entryId", "ddddeeeeffff",
            "branch", "cr/content/posts/1-aaaa",
            "commit", "0".repeat(39) + "1",
            "landing", "0".repeat(39) + "1",
            "waiting", "0".repeat(39) + "1",
            "previewId", "00000000-0000-4000-8000-000000000000",
            "submissionId", "00000000-0000-4000-8000-000000000000"));

    /** Where the commit of a save, of its landing on cms, or of a change that waits may be named. */
    private static final List<String> OF_COMMITS = List.of(
            "GET P/brain/sync?at={commit}",
            "GET P/brain/changes?since={commit}",
            "GET P/brain/changes?since={seen}&atLeast={commit}",
            "GET P/brain/sync?atLeast={commit}",
            "GET P/branches?atLeast={commit}",
            "GET P/models?at={commit}",
            "GET P/config?at={commit}",
            "GET P/types.ts?at={commit}",
            "GET P/openapi.json?at={commit}",
            "GET P/health?at={commit}",
            "GET P/history?from={commit}",
            "GET P/history?at={commit}",
            "GET P/search?q=hidden&at={commit}",
            "GET P/content/authors?at={commit}",
            "POST P/history/{commit}/revert {}",
            "POST P/history/{seen}/revert {\"sha\":\"{commit}\"}",
            "POST P/content/authors {\"base\":\"{commit}\",\"data\":{\"bbbbccccdddd\":{\"name\":\"A\"}}}",
            "POST P/content/authors?dryRun=true {\"base\":\"{commit}\",\"data\":{\"bbbbccccdddd\":{\"name\":\"A\"}}}",
            "POST P/branches/{open}/merge {\"sha\":\"{commit}\"}",
            "POST P/branches/{open}/update {\"onto\":\"{commit}\",\"resolutions\":[{\"path\":\"a\",\"take\":\"ours\"}]}",
            "POST P/branches/{open}/merge {\"onto\":\"{commit}\",\"resolutions\":[{\"path\":\"a\",\"take\":\"ours\"}]}");

    /** Where queries name one of them. */
    private static final List<String> QUERIES = List.of(
            "GET P/history?model={modelId}",
            "GET P/history?model={modelId}&entry={entryId}",
            "GET P/branches?details=true&model={modelId}",
            "GET P/branches?details=true&model={modelId}&entry={entryId}",
            "GET P/brain/sync?at={branch}",
            "GET P/models?at={branch}",
            "GET P/config?at={branch}",
            "GET P/types.ts?at={branch}",
            "GET P/openapi.json?at={branch}",
            "GET P/health?at={branch}",
            "GET P/history?from={branch}",
            "GET P/content/authors?at={branch}",
            "GET P/content/{modelId}?locale=en",
            "GET P/content/{modelId}/{entryId}?locale=en",
            "GET P/search?q=hidden&model={modelId}",
            "GET P/forms/{modelId}/submissions/export?format=csv",
            "GET P/forms/authors/submissions/{submissionId}",
            "DELETE P/forms/authors/submissions/{submissionId}",
            "PATCH P/forms/authors/submissions/{submissionId} {\"status\":\"rejected\"}",
            "POST P/forms/authors/submissions/bulk {\"action\":\"reject\",\"submissionIds\":[\"{submissionId}\"]}",
            "POST P/content/authors {\"branch\":\"{branch}\",\"data\":{\"bbbbccccdddd\":{\"name\":\"A\"}}}",
            "POST P/branches/{branch}/update {\"sha\":\"{commit}\"}");

    private static TestApp app;
    private static World world;
    private static Map<String, String> hidden;

    /** One request with the names of parameters in it. */
    private record Asked(String method, String path, String body) {
        static Asked of(String line) {
            String[] words = line.split(" ", 3);
            return new Asked(
                    words[0],
                    words[1].replaceFirst("^P(?=/|$)", W + "/projects/{projectId}"),
                    words.length > 2 ? words[2].strip() : "");
        }

        boolean names(String parameter) {
            return (path + body).contains("{" + parameter + "}");
        }
    }

    @BeforeAll
    static void start() {
        app = TestApp.start(Map.of("CMS_FORM_RATE_PER_MINUTE", "600"));
        world = World.blog(app);
        Http ada = world.ada().http();
        Map<String, Object> form = Map.of("enabled", true, "public", true, "exposedFields", List.of("title"));
        for (String model : List.of("posts", "authors")) {
            Map<String, Object> own = new TreeMap<>(form);
            own.put("exposedFields", List.of(model.equals("posts") ? "title" : "name"));
            ada.patch(world.p() + "/models/" + model, Map.of("form", own)).is(200);
        }
        String posts = world.p() + "/content/posts";
        String authors = world.p() + "/content/authors";
        String author = ada.post(authors, named("Landed"))
                .is(200)
                .json()
                .at("/commit/sha")
                .asString();
        String landed = ada.post(posts, entry("Landed"))
                .is(200)
                .json()
                .at("/commit/sha")
                .asString();
        new Http(app.url())
                .post("/api/forms/v1/" + world.projectId() + "/posts/submit", Map.of("data", Map.of("title", "Sent")))
                .is(200);
        ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        ada.patch(world.p() + "/config", Map.of("workflow", "review")).is(200);
        JsonNode waits = ada.post(posts, entry("Waits")).is(200).json();
        String branch = waits.get("branch").asString();
        hidden = new TreeMap<>(Map.of(
                "workspaceId",
                world.workspaceId(),
                "projectId",
                world.projectId(),
                "modelId",
                "posts",
                "entryId",
                ENTRY,
                "branch",
                branch,
                "commit",
                landed,
                "previewId",
                ada.post(world.p() + "/previews", Map.of("branch", branch, "expiresIn", 3600))
                        .is(200)
                        .json()
                        .get("id")
                        .asString(),
                "submissionId",
                ada.get(world.p() + "/forms/posts/submissions")
                        .is(200)
                        .json()
                        .at("/submissions/0/id")
                        .asString()));
        hidden.put("waiting", waits.at("/commit/sha").asString());
        hidden.put(
                "landing",
                ada.get(world.p() + "/history?model=posts&entry=" + ENTRY)
                        .is(200)
                        .json()
                        .at("/history/0/commit")
                        .asString());
        world.narrow(world.bo(), "editor", "authors");
        world.narrow(world.cy(), "reviewer", "authors");
        hidden.put("seen", author);
        hidden.put(
                "open",
                ada.post(authors, named("Waits")).is(200).json().get("branch").asString());
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void whatAListOfModelsHidesAnswersLikeWhatIsNotThere() {
        List<String> wrong = new ArrayList<>();
        int compared = 0;
        for (Asked asked : asked()) {
            for (String parameter : ABSENT.keySet()) {
                if (asked.names(parameter)) {
                    for (Person person : List.of(world.bo(), world.cy())) {
                        compared++;
                        compare(person, asked, parameter, wrong);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(compared).isGreaterThan(220);
    }

    /** The log has no model of a single submission: it is shown to who decided about it. Before, all saw it. */
    @Test
    void whatIsDecidedAboutSubmissionsOfAHiddenModelIsNotInTheLog() {
        Http ada = world.ada().http();
        String forms = world.p() + "/forms/";
        for (String model : List.of("posts", "authors")) {
            String field = model.equals("posts") ? "title" : "name";
            new Http(app.url())
                    .post(
                            "/api/forms/v1/" + world.projectId() + "/" + model + "/submit",
                            Map.of("data", Map.of(field, "Other")))
                    .is(200);
        }
        String theirs = newest(forms + "posts/submissions");
        String own = newest(forms + "authors/submissions");
        ada.patch(forms + "posts/submissions/" + theirs, Map.of("status", "rejected"))
                .is(200);
        ada.post(forms + "posts/submissions/bulk", Map.of("action", "spam", "submissionIds", List.of(theirs)))
                .is(200);
        world.cy()
                .http()
                .patch(forms + "authors/submissions/" + own, Map.of("status", "rejected"))
                .is(200);

        String log = "/activity?limit=100";
        assertThat(ada.get(world.p() + log).is(200).text()).contains(theirs, own, "decide_submissions");
        assertThat(world.cy().http().get(world.p() + log).is(200).text())
                .contains(own)
                .doesNotContain(theirs, "decide_submissions");
        assertThat(world.bo().http().get(world.p() + log).is(200).text()).doesNotContain(theirs, "decide_submissions");
    }

    private static String newest(String submissions) {
        return world.ada()
                .http()
                .get(submissions)
                .is(200)
                .json()
                .at("/submissions/0/id")
                .asString();
    }

    private static void compare(Person person, Asked asked, String parameter, List<String> wrong) {
        Map<String, String> absent = new TreeMap<>(hidden);
        absent.put(parameter, ABSENT.get(parameter));
        String there = exactly(call(person, asked, hidden)).replace(hidden.get(parameter), "it");
        String missing = exactly(call(person, asked, absent)).replace(ABSENT.get(parameter), "it");
        if (!there.equals(missing)) {
            wrong.add(asked + " by " + person.email() + " about " + parameter + ": " + there + "\ndiffers from "
                    + missing);
        }
    }

    /** The routes with what {@code matrix.txt} and {@code bodies.txt} send there, and the queries from above. */
    private static List<Asked> asked() {
        List<Asked> all = new ArrayList<>();
        for (Matrix.Row row : Matrix.read().rows()) {
            boolean isOfOthers = row.path().startsWith("/api/cdn/")
                    || row.path().startsWith("/api/forms/") // whose public forms everybody may know
                    || row.method().equals("GIT");
            if (!isOfOthers && row.sent().startsWith("?")) {
                all.add(new Asked(row.method(), row.path() + row.sent(), ""));
            } else if (!isOfOthers) {
                all.add(new Asked(row.method(), row.path(), row.sent()));
            }
        }
        lines().forEach(line ->
                all.add(Asked.of(line.strip().replaceFirst("\\s+", " ").replaceAll("\\|.*", ""))));
        QUERIES.forEach(line -> all.add(Asked.of(line)));
        for (String commit : List.of("{commit}", "{landing}", "{waiting}")) {
            OF_COMMITS.forEach(line -> all.add(Asked.of(line.replace("{commit}", commit))));
        }
        return all;
    }

    private static List<String> lines() {
        try (InputStream file = HiddenAndAbsentTest.class.getResourceAsStream("/access/bodies.txt")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#") && !line.startsWith("@"))
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Reply call(Person person, Asked asked, Map<String, String> values) {
        Reply reply = send(person, asked, values);
        if (reply.status() == 429) {
            app.clock().advance(Duration.ofSeconds(61));
            reply = send(person, asked, values);
        }
        return reply;
    }

    private static Reply send(Person person, Asked asked, Map<String, String> values) {
        String path = asked.path();
        String body = asked.body();
        for (Map.Entry<String, String> value : values.entrySet()) {
            String name = "{" + value.getKey() + "}";
            path = path.replace(name, value.getValue().replace("/", "%2F"));
            body = body.replace(name, value.getValue());
        }
        boolean isJson = body.startsWith("{");
        return person.http()
                .sendBytes(
                        asked.method(),
                        path,
                        isJson ? "application/json" : null,
                        isJson ? body.getBytes(StandardCharsets.UTF_8) : new byte[0]);
    }

    private static Map<String, Object> entry(String title) {
        return Map.of("data", Map.of(ENTRY, Map.of("title", title, "slug", "hidden")));
    }

    private static Map<String, Object> named(String name) {
        return Map.of("data", Map.of("eeeeffffaaaa", Map.of("name", name)));
    }

    /** Everything that a caller can see of an answer, but what differs each time. */
    private static String exactly(Reply reply) {
        Map<String, List<String>> headers = new TreeMap<>(reply.headers().map());
        headers.keySet().removeIf(name -> PER_ANSWER.contains(name.toLowerCase(Locale.ROOT)));
        headers.remove("content-length");
        return reply.status() + " " + headers + " " + reply.text();
    }
}
