package cms.forms;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.access.AllowedLocales;
import cms.access.Author;
import cms.access.KeyRole;
import cms.project.AllowedModels;
import cms.project.ProjectAccess;
import cms.testing.Http;
import cms.testing.TestApp;
import cms.testing.World;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Submissions on their way into content, where something is in the way. */
@Tag("rows")
@Timeout(240)
class ApprovalTest {
    /** Taken for spam. */
    private static final String LINKS = "see https://a.example ".repeat(6);

    private TestApp app;
    private World world;
    private Http ada;
    private String submit;
    private String rows;

    @BeforeEach
    void start() {
        app = TestApp.start(Map.of("CMS_FORM_RATE_PER_MINUTE", "1000"));
        world = World.blog(app);
        ada = world.ada().http();
        submit = "/api/forms/v1/" + world.projectId() + "/authors/submit";
        rows = world.p() + "/forms/authors/submissions";
        Map<String, Object> form = Map.of(
                "enabled",
                true,
                "public",
                true,
                "exposedFields",
                List.of("name", "bio"),
                "requiredOverrides",
                Map.of("name", false));
        ada.patch(world.p() + "/models/authors", Map.of("form", form)).is(200);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void whatTheModelRefusesStaysAndSaysWhyAloneAndAmongOthers() {
        String nameless = sent(Map.of("bio", "I forgot my name"));
        JsonNode refused = ada.patch(rows + "/" + nameless, Map.of("status", "approved"))
                .is(422)
                .json();
        assertThat(refused.get("code").asString()).isEqualTo("form.invalid_submission");
        assertThat(refused.at("/data/errors/0/field").asString()).isEqualTo("name");
        String named = sent(Map.of("name", "Eve"));
        JsonNode told = ada.post(rows + "/bulk", Map.of("action", "approve", "submissionIds", List.of(nameless, named)))
                .is(200)
                .json();
        assertThat(told.get("updated").asInt()).isEqualTo(1);
        assertThat(told.at("/results/0/success").asBoolean()).isFalse();
        assertThat(told.at("/results/0/error").asString()).isNotBlank();
        assertThat(told.at("/results/1/success").asBoolean()).isTrue();
        String entry = told.at("/results/1/entryId").asString();
        assertThat(ids("pending")).containsExactly(nameless);
        assertThat(ids("approved")).containsExactly(named);
        String content = ada.get(world.p() + "/brain/sync").is(200).text();
        assertThat(content).contains(entry).doesNotContain("I forgot my name");
        JsonNode meta =
                ada.get(world.p() + "/brain/sync").is(200).json().get("meta").findValue(entry);
        assertThat(meta.get("status").asString()).isEqualTo("draft");
        assertThat(meta.get("source").asString()).isEqualTo("human");
    }

    /** Shown to fail before: it stayed approved, and a second approval was a success without an entry. */
    @Test
    void whatWasApprovedWaitsAgainWhenItsChangeIsRejected() {
        ada.patch(world.p() + "/config", Map.of("workflow", "review")).is(200);
        String id = sent(Map.of("name", "Eve"));
        Map<String, String> approval = Map.of("status", "approved");
        String first = ada.patch(rows + "/" + id, approval)
                .is(200)
                .json()
                .get("branch")
                .asString();
        decide(first, "reject");
        eventually("the submission waits again", () -> ids("pending").contains(id));
        assertThat(ids("approved")).isEmpty();

        JsonNode anew = ada.patch(rows + "/" + id, approval).is(200).json();
        assertThat(anew.get("branch").asString()).isNotEqualTo(first);
        decide(anew.get("branch").asString(), "merge");
        assertThat(ada.get(world.p() + "/brain/sync").is(200).text())
                .contains(anew.get("entry_id").asString());
        assertThat(ids("approved")).containsExactly(id);
    }

    private void decide(String branch, String verb) {
        ada.post(world.p() + "/branches/" + branch.replace("/", "%2F") + "/" + verb, Map.of())
                .is(200);
    }

    /** A crash between the commit and the rows leaves the row as it was. Shown to fail without a look for the entry. */
    @Test
    void whatACrashLeftWithoutItsRowsIsTheSameEntryWithoutAnotherCommit() throws SQLException {
        String id = sent(Map.of("name", "Eve"));
        String entry = ada.patch(rows + "/" + id, Map.of("status", "approved"))
                .is(200)
                .json()
                .get("entry_id")
                .asString();
        JsonNode before = ada.get(world.p() + "/history").is(200).json();
        try (Connection connection = app.rows();
                Statement sql = connection.createStatement()) {
            sql.execute("UPDATE form_submissions SET status = 'pending', entry_id = NULL, approved_at = NULL,"
                    + " approved_by = NULL, branch = NULL, deciding_until = "
                    + app.clock().instant().plusSeconds(60).toEpochMilli());
        }
        ada.patch(rows + "/" + id, Map.of("status", "approved")).is(409); // the dead one may still be at it
        app.advance(Duration.ofMinutes(2));
        JsonNode again =
                ada.patch(rows + "/" + id, Map.of("status", "approved")).is(200).json();
        assertThat(again.get("entry_id").asString()).isEqualTo(entry);
        assertThat(again.get("status").asString()).isEqualTo("approved");
        assertThat(ada.get(world.p() + "/history").is(200).json()).isEqualTo(before);
    }

    @Test
    void whatAMemberMayNotSeeOfOtherModelsAndProjectsIsNotThere() {
        String id = sent(Map.of("name", "Eve"));
        for (String path : List.of(
                world.p() + "/forms/posts/submissions/" + id,
                rows + "/00000000-0000-4000-8000-000000000000",
                "/api/workspaces/" + world.workspaceId()
                        + "/projects/00000000-0000-4000-8000-000000000000/forms/authors" + "/submissions/" + id)) {
            ada.patch(path, Map.of("status", "rejected")).is(404);
            ada.delete(path).is(404);
        }
        world.nobody()
                .http()
                .patch(rows + "/" + id, Map.of("status", "rejected"))
                .is(404);
        world.bo().http().patch(rows + "/" + id, Map.of("status", "approved")).is(403);
        for (String word : List.of("pending", "Approved")) {
            assertThat(ada.patch(rows + "/" + id, Map.of("status", word))
                            .is(400)
                            .json()
                            .get("message")
                            .asString())
                    .doesNotContain("pending");
        }
        assertThat(ids("pending")).containsExactly(id);
    }

    /** One co-author, source and line of the log for one decision, whoever brings it. */
    @Test
    void anAgentsDecisionIsWrittenAndLoggedLikeThatOfARequest() {
        JsonNode byRoute = ada.patch(rows + "/" + sent(Map.of("name", "Eve")), Map.of("status", "approved"))
                .is(200)
                .json();
        JsonNode landing =
                ada.get(world.p() + "/history?limit=1").is(200).json().at("/history/0");
        assertThat(landing.get("origin").asString()).isEqualTo("cli");
        assertThat(landing.at("/actor/email").asString()).isEqualTo("form-authors@forms.invalid");

        Author agent = Author.person(world.ada().id(), "ada@example.com")
                .through(Author.Origin.AGENT, "conversation/talk/call");
        String second = sent(Map.of("name", "Mallory"));
        Submission.Head row = forms().approve(place(AllowedLocales.all()), agent, "authors", List.of(second))
                .getFirst()
                .row()
                .orElseThrow();
        JsonNode meta = ada.get(world.p() + "/brain/sync").is(200).json().get("meta");
        JsonNode one = meta.findValue(byRoute.get("entry_id").asString());
        JsonNode other = meta.findValue(Objects.requireNonNull(row.decided().entryId()));
        assertThat(List.of(other.get("source"), other.get("updated_by")))
                .isEqualTo(List.of(one.get("source"), one.get("updated_by")));
        assertThat(logged("update_submission")).isEqualTo("agent conversation " + second);

        String third = sent(Map.of("name", "Trent"));
        forms().change(place(AllowedLocales.all()), agent, "authors", third, SubmissionStatus.REJECTED);
        assertThat(logged("update_submission")).isEqualTo("agent conversation " + third);
    }

    @Test
    void aKeyOfOneLocaleNeitherSeesNorDecidesWhatCameInAnother() {
        Map<String, Object> form = Map.of("enabled", true, "public", true, "exposedFields", List.of("title"));
        ada.patch(world.p() + "/models/posts", Map.of("form", form)).is(200);
        Http visitor = new Http(app.url());
        for (String locale : List.of("en", "de")) {
            visitor.post(
                            "/api/forms/v1/" + world.projectId() + "/posts/submit",
                            Map.of("data", Map.of("title", "From " + locale), "locale", locale))
                    .is(200);
        }
        ProjectAccess english = place(AllowedLocales.only(List.of("en")));
        Author key = Author.person("key", "key@keys.invalid");
        Forms.Criteria pending = new Forms.Criteria(SubmissionStatus.PENDING, true, 10, 0);
        Forms.Listed seen = forms().list(english, "posts", pending);
        assertThat(seen.total()).isEqualTo(1);
        assertThat(seen.submissions()).extracting(Submission::locale).containsExactly("en");
        String german = forms().list(place(AllowedLocales.all()), "posts", pending).submissions().stream()
                .filter(row -> row.locale().equals("de"))
                .map(Submission::id)
                .findFirst()
                .orElseThrow();
        assertThat(forms().find(english, "posts", german)).isEmpty();
        assertThat(forms().approve(english, key, "posts", List.of(german))
                        .getFirst()
                        .row())
                .isEmpty();
        assertThat(forms().changeAll(english, key, "posts", List.of(german), SubmissionStatus.SPAM))
                .isZero();
        assertThat(forms().delete(english, key, "posts", List.of(german))).isEmpty();
        assertThat(forms().list(place(AllowedLocales.all()), "posts", pending).total())
                .isEqualTo(2);
    }

    /** Shown to fail where the locale that is gone was told of all of them. */
    @Test
    void whatCameInALocaleThatIsGoneKeepsNoOtherFromBecomingAnEntry() {
        Map<String, Object> form = Map.of("enabled", true, "public", true, "exposedFields", List.of("title"));
        ada.patch(world.p() + "/models/categories", Map.of("form", form)).is(200);
        Http visitor = new Http(app.url());
        for (String locale : List.of("en", "de")) {
            visitor.post(
                            "/api/forms/v1/" + world.projectId() + "/categories/submit",
                            Map.of("data", Map.of("title", "From " + locale), "locale", locale))
                    .is(200);
        }
        ada.patch(world.p() + "/config", Map.of("locales", Map.of("default", "en", "supported", List.of("en"))))
                .is(200);
        String of = world.p() + "/forms/categories/submissions";
        Map<String, String> waiting = new HashMap<>();
        ada.get(of)
                .is(200)
                .json()
                .get("submissions")
                .forEach(row ->
                        waiting.put(row.get("id").asString(), row.get("locale").asString()));
        JsonNode results = ada.post(of + "/bulk", Map.of("action", "approve", "submissionIds", waiting.keySet()))
                .is(200)
                .json()
                .get("results");
        assertThat(results).hasSize(2).allSatisfy(result -> {
            boolean isThere =
                    waiting.getOrDefault(result.get("id").asString(), "").equals("en");
            assertThat(result.get("success").asBoolean()).as(result.toString()).isEqualTo(isThere);
            assertThat(isThere || result.path("error").asString().contains("de"))
                    .isTrue();
        });
    }

    /** Shown to fail where the month was asked behind the commit: the entries were there, and all rows stayed. */
    @Test
    void spamFindsItsPlaceInTheMonthBeforeAnythingIsWritten() {
        String pending = sent(Map.of("name", "Ann"));
        String spam = spam(Map.of("name", "Eve", "bio", LINKS));
        app.doors()
                .rows()
                .writing(tx ->
                        tx.update("UPDATE workspaces SET plan = 'starter'").execute());
        app.restart();
        used(100);
        String before = ada.get(world.p() + "/history?limit=100").is(200).text();
        assertThat(ada.patch(rows + "/" + spam, Map.of("status", "approved"))
                        .is(429)
                        .json()
                        .get("code")
                        .asString())
                .isEqualTo("usage.spent");
        assertThat(ada.get(world.p() + "/history?limit=100").is(200).text()).isEqualTo(before);
        JsonNode told = ada.post(rows + "/bulk", Map.of("action", "approve", "submissionIds", List.of(spam, pending)))
                .is(200)
                .json();
        assertThat(told.at("/results/0/success").asBoolean()).isFalse();
        assertThat(told.at("/results/1/success").asBoolean())
                .as(told.toString())
                .isTrue();
        assertThat(ids("approved")).containsExactly(pending);
        used(99);
        ada.patch(rows + "/" + spam, Map.of("status", "approved")).is(200);
        assertThat(used()).isEqualTo(100);
    }

    /** What stays spam is not counted, although it was to become an entry. */
    @Test
    void spamThatTheModelRefusesIsNotCounted() {
        String spam = spam(Map.of("bio", LINKS));
        long before = used();
        ada.patch(rows + "/" + spam, Map.of("status", "approved")).is(422);
        assertThat(used()).isEqualTo(before);
    }

    /** Shown to fail without the job: a kill between the count and the entry kept the place for good. */
    @Test
    void spamWhoseApprovalAKillHasCutOffIsNotCounted() {
        sent(Map.of("name", "Ann")); // is counted
        String spam = spam(Map.of("name", "Eve", "bio", LINKS));
        used(50);
        app.doors()
                .rows()
                .writing(tx -> tx.update(
                                "UPDATE form_submissions SET counted_at = :now, deciding_until = :now WHERE id = :id")
                        .bind("now", app.clock().instant().toEpochMilli())
                        .bind("id", spam)
                        .execute());

        eventually("it is given back", app, Duration.ofHours(1), () -> usedInRows() == 49);
    }

    /** Without a session, which ends while hours pass. */
    private long usedInRows() {
        return app.doors()
                .rows()
                .read(tx -> tx.query("SELECT used FROM usage_months WHERE meter = 'form_submissions'")
                        .mapTo(Long.class)
                        .one());
    }

    private String spam(Map<String, Object> data) {
        new Http(app.url()).post(submit, Map.of("data", data)).is(200);
        return ids("spam").getFirst();
    }

    private void used(long count) {
        app.doors()
                .rows()
                .writing(tx -> tx.update("UPDATE usage_months SET used = :used WHERE meter = 'form_submissions'")
                        .bind("used", count)
                        .execute());
    }

    private long used() {
        return ada.get("/api/workspaces/" + world.workspaceId() + "/usage?format=simple")
                .is(200)
                .json()
                .at("/formSubmissions/current")
                .asLong();
    }

    private Forms forms() {
        return app.doors().forms();
    }

    private ProjectAccess place(AllowedLocales locales) {
        return app.doors()
                .projects()
                .access()
                .ofKey(
                        app.doors().projects().find(world.projectId()).orElseThrow(),
                        KeyRole.ADMIN,
                        AllowedModels.all(),
                        locales);
    }

    private String logged(String action) {
        JsonNode line = ada.get(world.p() + "/activity?limit=1&action=" + action)
                .is(200)
                .json()
                .at("/data/0");
        return line.get("origin").asString() + " " + line.at("/via/kind").asString() + " "
                + line.get("recordId").asString();
    }

    private String sent(Map<String, Object> data) {
        List<String> before = ids("pending");
        assertThat(new Http(app.url())
                        .post(submit, Map.of("data", data))
                        .is(200)
                        .json()
                        .get("success")
                        .asBoolean())
                .isTrue();
        List<String> after = new ArrayList<>(ids("pending"));
        after.removeAll(before);
        return after.getFirst();
    }

    private List<String> ids(String status) {
        List<String> ids = new ArrayList<>();
        ada.get(rows + "?status=" + status)
                .is(200)
                .json()
                .get("submissions")
                .forEach(row -> ids.add(row.get("id").asString()));
        return ids;
    }
}
