package cms.forms;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.platform.json.Json;
import cms.testing.Eventually;
import cms.testing.HostedProject;
import cms.testing.Http;
import cms.testing.RemoteGit;
import cms.testing.Reply;
import cms.testing.Rows;
import cms.testing.StandInHost;
import cms.testing.TestApp;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Visitors of two instances on one database. */
@Tag("rows")
@Timeout(240)
class FormsOnTwoInstancesTest {
    @TempDir
    private Path folder;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private List<HostedProject> sites = List.of();
    private List<Http> visitors = List.of();
    private String submit = "";
    private String rows = "";

    @BeforeEach
    void start() {
        assumeTrue(Rows.canBeShared(), "two instances need PostgreSQL");
        RemoteGit git = kept(RemoteGit.in(folder));
        StandInHost host = kept(HostedProject.reachable(folder, git));
        Map<String, String> settings = new HashMap<>(host.settings());
        settings.put("CMS_SECRET", "the same secret for every instance");
        settings.put("CMS_FORM_RATE_PER_MINUTE", "100000");
        TestApp app = kept(TestApp.start(settings));
        host.clock = app.clock();
        HostedProject site = HostedProject.connect(host, git, app.url());
        TestApp second = kept(app.beside());
        sites = List.of(site, site.at(second.url()));
        visitors = List.of(new Http(app.url()), new Http(second.url()));
        submit = "/api/forms/v1/" + site.projectId() + "/authors/submit";
        rows = site.p() + "/forms/authors/submissions";
        form(Map.of("enabled", true, "public", true, "exposedFields", List.of("name", "bio")));
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private <T extends AutoCloseable> T kept(T one) {
        open.push(one);
        return one;
    }

    @Test
    void ofTwoHundredRacingForTheLastPlaceAtBothOnePasses() throws Exception {
        form(Map.of("limits", Map.of("maxPerMonth", 2, "rateLimitPerIp", 600)));
        visitors.getFirst().post(submit, named("first")).is(200);
        List<Callable<Reply>> racing = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Http visitor = visitors.get(i % 2);
            String name = "Racer " + i;
            racing.add(() -> visitor.post(submit, named(name)));
        }
        List<Reply> replies = atOnce(racing);
        List<Reply> passed =
                replies.stream().filter(reply -> reply.status() == 200).toList();
        assertThat(replies).allSatisfy(reply -> assertThat(reply.status()).isIn(200, 429));
        assertThat(passed).hasSize(1);
        JsonNode listed = sites.getFirst().ada().http().get(rows).is(200).json();
        assertThat(listed.get("total").asLong()).isEqualTo(2);
        assertThat(sites.getFirst()
                        .ada()
                        .http()
                        .get("/api/workspaces/" + sites.getFirst().workspaceId() + "/usage?format=simple")
                        .is(200)
                        .json()
                        .at("/formSubmissions/current")
                        .asLong())
                .isEqualTo(2);
    }

    /** Shown to fail without the unique index on project, model and key. */
    @Test
    void whatIsSentToBothWithTheSameKeyIsOneRowAndOneAnswer() throws Exception {
        Set<String> answers = new HashSet<>();
        for (int round = 0; round < 10; round++) {
            String key = "round-" + round;
            List<Callable<Reply>> racing = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Http visitor = visitors.get(i % 2).with("Idempotency-Key", key);
                racing.add(() -> visitor.post(submit, named(key)));
            }
            atOnce(racing).forEach(reply -> answers.add(reply.is(200).text()));
            for (Http visitor : visitors) {
                visitor.with("Idempotency-Key", key)
                        .post(submit, named("another"))
                        .is(422);
            }
        }
        assertThat(answers).hasSize(1);
        assertThat(sites.getFirst()
                        .ada()
                        .http()
                        .get(rows)
                        .is(200)
                        .json()
                        .get("total")
                        .asLong())
                .isEqualTo(10);
    }

    @Test
    void whatIsApprovedAtBothAtOnceIsOneEntry() throws Exception {
        visitors.getFirst().post(submit, named("Eve")).is(200);
        Http ada = sites.getFirst().ada().http();
        Http there = sites.getLast().ada().http();
        String row = rows + "/"
                + ada.get(rows).is(200).json().at("/submissions/0/id").asString();
        List<Callable<Reply>> racing = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Http http = i % 2 == 0 ? ada : there;
            racing.add(() -> http.patch(row, Map.of("status", "approved")));
        }
        Set<Integer> statuses = new HashSet<>();
        atOnce(racing).forEach(reply -> statuses.add(reply.status()));
        assertThat(statuses).contains(200).isSubsetOf(200, 409);
        String entry = there.patch(row, Map.of("status", "approved"))
                .is(200)
                .json()
                .get("entry_id")
                .asString();
        String sync = sites.getFirst().p() + "/brain/sync";
        // What the other instance has committed is seen here with the next look at the host.
        Eventually.eventually(
                "the entry is here as well", () -> ada.get(sync).is(200).text().contains(entry));
        String content = ada.get(sync).is(200).text();
        assertThat(content.split("\"" + entry + "\":\\{\"name\"", -1)).hasSizeLessThanOrEqualTo(2);
    }

    private static List<Reply> atOnce(List<Callable<Reply>> racing) throws Exception {
        List<Reply> replies = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            for (var one : threads.invokeAll(racing)) {
                replies.add(one.get());
            }
        }
        return replies;
    }

    private static Map<String, Object> named(String name) {
        return Map.of("data", Map.of("name", name));
    }

    /** And waits until both know it. */
    private void form(Map<String, Object> members) {
        HostedProject site = sites.getFirst();
        String commit = site.ada()
                .http()
                .patch(site.p() + "/models/authors", Map.of("form", members))
                .is(200)
                .text();
        assertThat(commit).isNotBlank();
        String limits = Json.text(members.getOrDefault("limits", Map.of()));
        for (HostedProject there : sites) {
            eventually("the form is known", () -> {
                JsonNode form = there.ada()
                        .http()
                        .get(there.p() + "/models/authors")
                        .is(200)
                        .json()
                        .findValue("form");
                return form != null
                        && (limits.equals("{}") || form.path("limits").equals(Json.parse(limits)));
            });
        }
    }
}
