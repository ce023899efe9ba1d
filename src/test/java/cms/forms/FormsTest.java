package cms.forms;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Outbox;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.UnsentBody;
import cms.testing.World;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Tag("rows")
@Timeout(240)
class FormsTest {
    private static final String FORM = "application/x-www-form-urlencoded";

    private TestApp app;
    private World world;
    private Http ada;
    private Http visitor;
    private String base;
    private String rows;

    @BeforeEach
    void start() {
        app = TestApp.start(Map.of("CMS_FORM_RATE_PER_MINUTE", "1000"));
        world = World.blog(app);
        ada = world.ada().http();
        visitor = new Http(app.url());
        base = "/api/forms/v1/" + world.projectId() + "/authors";
        rows = world.p() + "/forms/authors/submissions";
        form(Map.of(
                "enabled",
                true,
                "public",
                true,
                "exposedFields",
                List.of("name", "email", "bio", "active", "topics", "portrait"),
                "requiredOverrides",
                Map.of("email", true)));
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aWebsiteSeesTheExposedFieldsAlone() {
        JsonNode config = visitor.get(base + "/config").is(200).json();
        assertThat(config.get("fields").propertyNames()).containsExactly("name", "email", "bio", "active", "topics");
        assertThat(config.at("/fields/email/required").asBoolean()).isTrue();
        assertThat(config.get("captcha").isNull()).isTrue();
        assertThat(config.get("honeypotField").isNull()).isTrue();
        visitor.get("/api/forms/v1/" + world.projectId() + "/posts/config").is(404);
        visitor.get("/api/forms/v1/nowhere/authors/config").is(404);
        assertThat(visitor.with("Origin", "https://shop.example")
                        .get("/api/forms/v1/nowhere/authors/config")
                        .header("Access-Control-Allow-Origin"))
                .isEqualTo("*");
    }

    @Test
    void whatIsSentIsCleanedCheckedAndStoredOnce() {
        JsonNode wrong = visitor.post(base + "/submit", Map.of("data", Map.of("name", "Eve")))
                .is(200)
                .json();
        assertThat(wrong.get("success").asBoolean()).isFalse();
        assertThat(wrong.at("/errors/0/field").asString()).isEqualTo("email");
        Map<String, Object> data = Map.of(
                "name", "<b>Eve</b> &amp; 5 < 6", "email", "eve@example.org", "role", "editor", "portrait", "x.png");
        Http keyed = visitor.with("Idempotency-Key", "once");
        for (int i = 0; i < 3; i++) {
            assertThat(keyed.post(base + "/submit", Map.of("data", data))
                            .is(200)
                            .json()
                            .get("success")
                            .asBoolean())
                    .isTrue();
        }
        keyed.post(base + "/submit", Map.of("data", Map.of("name", "Other", "email", "o@example.org")))
                .is(422);
        visitor.with("Idempotency-Key", "no key")
                .post(base + "/submit", Map.of("data", data))
                .is(400);
        JsonNode listed = ada.get(rows).is(200).json();
        assertThat(listed.get("total").asLong()).isEqualTo(1);
        JsonNode stored = listed.at("/submissions/0/data");
        assertThat(stored.get("name").asString()).isEqualTo("Eve & 5 < 6");
        assertThat(stored.propertyNames()).containsExactlyInAnyOrder("name", "email");
        app.advance(Duration.ofHours(25));
        world.ada(); // the key is free again after a day
        keyed.post(base + "/submit", Map.of("data", Map.of("name", "Other", "email", "o@example.org")))
                .is(200);
    }

    @Test
    void whatEveryVisitorIsSentIsShort() {
        String model = world.p() + "/models/authors";
        ada.patch(model, Map.of("form", Map.of("successMessage", "x".repeat(1000))))
                .is(200);
        ada.patch(model, Map.of("form", Map.of("successMessage", "x".repeat(1001))))
                .is(400);
    }

    /** Shown to fail before: it was ignored, and whoever sent it had no honeypot. */
    @Test
    void theHoneypotIsSwitchedAndNotNamed() {
        Map<String, Object> named = Map.of("form", Map.of("enabled", true, "honeypotField", "website"));
        assertThat(ada.patch(world.p() + "/models/authors", named)
                        .is(400)
                        .json()
                        .get("message")
                        .asString())
                .contains("`honeypot`", "_hp");
        form(Map.of("honeypot", true));
        assertThat(visitor.get(base + "/config")
                        .is(200)
                        .json()
                        .get("honeypotField")
                        .asString())
                .isEqualTo("_hp");
    }

    @Test
    void aPlainHtmlFormNeedsNoScript() {
        form(Map.of("successUrl", "https://shop.example/thanks", "honeypot", true));
        Http browser = visitor.with("Sec-Fetch-Mode", "navigate").with("Accept", "text/html");
        Reply sent = browser.sendBytes(
                "POST",
                base + "/submit?next=https://evil.example",
                FORM,
                bytes("name=Eve+X&email=eve%40example.org&active=on&topics=a&topics=b&_hp="));
        assertThat(sent.is(303).header("Location")).isEqualTo("https://shop.example/thanks");
        JsonNode data = ada.get(rows).is(200).json().at("/submissions/0/data");
        assertThat(data.get("active").asBoolean()).isTrue();
        assertThat(data.get("topics")).hasSize(2);
        assertThat(browser.sendBytes("POST", base + "/submit", FORM, bytes("name=Eve"))
                        .is(200)
                        .text())
                .contains("email");
        browser.sendBytes("POST", base + "/submit", FORM, bytes("name=Eve&email=e%40e.org&_hp=bot"))
                .is(303);
        assertThat(ada.get(rows).is(200).json().get("total").asLong()).isEqualTo(1);
        visitor.sendBytes("POST", base + "/submit", FORM, bytes("name=%zz")).is(400);
        visitor.sendBytes("POST", base + "/submit", "text/plain", bytes("x")).is(415);
        visitor.sendBytes("POST", base + "/submit", FORM, new byte[130 * 1024]).is(413);
    }

    /** Shown to fail where a field was taken for the member of the request that has its name. */
    @Test
    void aFieldOfAnHtmlFormMayBeCalledLikeAMemberOfTheRequest() {
        Map<String, Object> text = Map.of("type", "string");
        ada.put(
                        world.p() + "/models/leads",
                        Map.of(
                                "name", "Leads",
                                "kind", "collection",
                                "domain", "blog",
                                "i18n", false,
                                "fields", Map.of("locale", text, "town", text)))
                .is(200);
        ada.patch(
                        world.p() + "/models/leads",
                        Map.of(
                                "form",
                                Map.of("enabled", true, "public", true, "exposedFields", List.of("locale", "town"))))
                .is(200);
        visitor.sendBytes(
                        "POST",
                        base.replace("authors", "leads") + "/submit",
                        FORM,
                        bytes("locale=Somewhere+nice&town=none"))
                .is(200);
        JsonNode data = ada.get(rows.replace("authors", "leads")).is(200).json().at("/submissions/0/data");
        assertThat(data.get("locale").asString()).isEqualTo("Somewhere nice");
        assertThat(data.get("town").asString()).isEqualTo("none");
    }

    @Test
    void theRateCountsWhatIsWrongTooAndForeignPagesAreRefused() {
        form(Map.of("limits", Map.of("rateLimitPerIp", 2), "allowedOrigins", List.of("https://shop.example")));
        Reply foreign = visitor.with("Origin", "https://evil.example")
                .post(base + "/submit", Map.of("data", Map.of("name", "x")));
        assertThat(foreign.is(403).header("Access-Control-Allow-Origin")).isEqualTo("*");
        visitor.with("Origin", "https://shop.example")
                .post(base + "/submit", Map.of("data", Map.of()))
                .is(200);
        assertThat(visitor.post(base + "/submit", Map.of("data", Map.of()))
                        .is(429)
                        .header("Retry-After"))
                .isNotEmpty();
        assertThat(UnsentBody.status(app.url(), "POST", base + "/submit", visitor))
                .isEqualTo(429);
    }

    /** Reference 8: what the plan allowed before goes on. */
    @Test
    void aFormOfALargerPlanIsChangedAndNoOtherIsEnabled() {
        Map<String, Object> enabled = Map.of("enabled", true, "exposedFields", List.of("title"));
        ada.patch(world.p() + "/models/posts", Map.of("form", enabled)).is(200);
        app.doors()
                .rows()
                .writing(tx ->
                        tx.update("UPDATE workspaces SET plan = 'starter'").execute());
        app.restart();
        form(Map.of("successMessage", "Hello"));
        ada.patch(world.p() + "/models/categories", Map.of("form", enabled)).is(403);
    }

    /** Both were stored with `saved: true`, and the limits that there were had gone. */
    @Test
    void aMisspelledLimitOrFieldIsRefusedAndTheOldOnesStay() {
        form(Map.of("limits", Map.of("rateLimitPerIp", 60, "maxPerMonth", 1)));
        assertThat(refused(Map.of("limits", Map.of("maxPerMonths", 1))))
                .isEqualTo("`limits` has no `maxPerMonths`; there are rateLimitPerIp and maxPerMonth.");
        assertThat(refused(Map.of("requiredOverrides", Map.of("emial", true))))
                .isEqualTo("`requiredOverrides` names a field that the model does not have: emial.");
        send("Eve", "first");
        visitor.post(base + "/submit", Map.of("data", Map.of("name", "Ann", "email", "a@example.org")))
                .is(429);
        assertThat(visitor.post(base + "/submit", Map.of("data", Map.of("name", "Ann")))
                        .is(200)
                        .json()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("email");
    }

    @Test
    void aFormThatAsksForACaptchaWithoutASecretLetsNobodyPass() {
        form(java.util.Collections.singletonMap("captcha", "turnstile"));
        JsonNode refused = visitor.post(
                        base + "/submit",
                        Map.of("data", Map.of("name", "Eve", "email", "e@example.org"), "captchaToken", "token"))
                .is(200)
                .json();
        assertThat(refused.at("/errors/0/field").asString()).isEqualTo("captcha");
    }

    @Test
    void spamIsKeptApartWithItsReasonsAndCountsOnlyWhenItComesBack() {
        String links = "see https://a.example ".repeat(6);
        send("Eve", links);
        assertThat(used()).isZero();
        JsonNode spam = ada.get(rows + "?status=spam").is(200).json();
        assertThat(spam.at("/submissions/0/spam_reasons/0").asString()).isEqualTo("many_links");
        ada.patch(rows + "/" + spam.at("/submissions/0/id").asString(), Map.of("status", "rejected"))
                .is(200);
        assertThat(used()).isEqualTo(1);
        String shorter = "Would you please send the catalogue to a.longer.address@example.com?";
        send("Ann", shorter);
        send("Ann", shorter);
        assertThat(ada.get(rows).is(200).json().get("total").asLong()).isEqualTo(2);
        String advertisement = "the same long text of somebody who sends it to every form there is, again and again";
        send("Ann", advertisement);
        send("Ann", advertisement);
        assertThat(ada.get(rows).is(200).json().get("total").asLong()).isEqualTo(3);
        assertThat(ada.get(rows + "?status=spam")
                        .is(200)
                        .json()
                        .at("/submissions/0/spam_reasons/0")
                        .asString())
                .isEqualTo("same_text");
    }

    @Test
    void anApprovalMakesOneDraftEntryHoweverOftenItIsAskedFor() throws Exception {
        send("Eve", "first");
        String id = ada.get(rows).is(200).json().at("/submissions/0/id").asString();
        Http cy = world.cy().http();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Integer>> racing = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                racing.add(() ->
                        cy.patch(rows + "/" + id, Map.of("status", "approved")).status());
            }
            for (var one : threads.invokeAll(racing)) {
                assertThat(one.get()).isIn(200, 409);
            }
        }
        JsonNode row =
                cy.patch(rows + "/" + id, Map.of("status", "approved")).is(200).json();
        String entry = row.get("entry_id").asString();
        assertThat(entry).matches("[0-9a-f]{12}");
        assertThat(row.get("approved_by").asString()).isEqualTo(world.cy().id());
        assertThat(row.get("branch").asString()).startsWith("cr/");
        JsonNode brain = ada.get(world.p() + "/brain/sync").is(200).json();
        assertThat(brain.toString()).contains(entry);
        assertThat(brain.at("/content/authors:en/" + entry + "/name").asString("Eve"))
                .isEqualTo("Eve");
        world.dee().http().patch(rows + "/" + id, Map.of("status", "rejected")).is(403);
        world.bo().http().delete(rows + "/" + id).is(403);
        world.nobody().http().get(rows).is(404);
        ada.delete(rows + "/" + id).is(200);
        ada.delete(rows + "/" + id).is(404);
    }

    @Test
    void aBulkApprovalIsOneCommitAndTellsOfEach() {
        send("Eve", "first");
        send("Ann", "second");
        form(Map.of("exposedFields", List.of("name", "email", "bio", "active")));
        List<String> ids = new ArrayList<>();
        ada.get(rows + "?sort=oldest")
                .is(200)
                .json()
                .get("submissions")
                .forEach(row -> ids.add(row.get("id").asString()));
        ids.add("none");
        JsonNode told = ada.post(rows + "/bulk", Map.of("action", "approve", "submissionIds", ids))
                .is(200)
                .json();
        assertThat(told.get("updated").asInt()).isEqualTo(2);
        assertThat(told.at("/results/2/success").asBoolean()).isFalse();
        JsonNode approved = ada.get(rows + "?status=approved").is(200).json();
        assertThat(approved.at("/submissions/0/branch")).isEqualTo(approved.at("/submissions/1/branch"));
        JsonNode gone = ada.post(rows + "/bulk", Map.of("action", "delete", "submissionIds", ids))
                .is(200)
                .json();
        assertThat(gone.get("updated").asInt()).isEqualTo(2);
        assertThat(ada.get(world.p() + "/activity").is(200).text()).contains("delete_submissions");
        assertThat(ada.get(rows + "?status=approved")
                        .is(200)
                        .json()
                        .get("total")
                        .asLong())
                .isZero();
    }

    @Test
    void aFormMayApproveItself() {
        form(Map.of("autoApprove", true));
        send("Eve", "first");
        JsonNode row = ada.get(rows + "?status=approved").is(200).json().at("/submissions/0");
        assertThat(row.get("approved_by").asString()).isEqualTo("form:authors");
        assertThat(ada.get(world.p() + "/brain/sync").is(200).text())
                .contains(row.get("entry_id").asString());
    }

    @Test
    void ofTwoHundredRacingForTheLastPlaceOnePasses() throws Exception {
        form(Map.of("limits", Map.of("rateLimitPerIp", 600, "maxPerMonth", 2)));
        send("Eve", "first");
        int passed = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            List<Callable<Integer>> racing = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                String name = "Racer " + i;
                racing.add(() -> visitor.post(
                                base + "/submit", Map.of("data", Map.of("name", name, "email", "r@example.org")))
                        .status());
            }
            for (var one : threads.invokeAll(racing)) {
                assertThat(one.get()).isIn(200, 429);
                passed += one.get() == 200 ? 1 : 0;
            }
        }
        assertThat(passed).isEqualTo(1);
        assertThat(ada.get(rows).is(200).json().get("total").asLong()).isEqualTo(2);
        assertThat(used()).isEqualTo(2);
    }

    @Test
    void ownersGetOneMailForAllThatCameInFiveMinutes() {
        send("Eve", "visit https://evil.example");
        send("Ann", "second");
        Outbox outbox = new Outbox(visitor);
        app.advance(Duration.ofMinutes(6));
        cms.testing.Eventually.eventually(
                "the mail is there", app, () -> mails(outbox).size() == 1);
        assertThat(mails(outbox).getFirst().text()).contains("Eve", "Ann").doesNotContain("https://evil");
    }

    /** Shown to fail before: those that wait could not be decided any more, and nobody saw them at the new id. */
    @Test
    void submissionsFollowTheirModelToItsNewIdAndBack() {
        send("Eve", "waits");
        send("Mal", "is an entry");
        String mal = ada.get(rows).is(200).json().at("/submissions/0/id").asString();
        ada.patch(rows + "/" + mal, Map.of("status", "approved")).is(200);
        ObjectNode model = (ObjectNode)
                ada.get(world.p() + "/models/authors").is(200).json().get("model");
        ada.put(world.p() + "/models/authors", model.put("newId", "writers")).is(200);

        String moved = world.p() + "/forms/writers/submissions";
        eventually(
                "what waits is the renamed model's",
                () -> ada.get(moved).is(200).json().get("total").asLong() == 1);
        ada.get(rows).is(404);
        assertThat(ada.get(moved + "?status=approved")
                        .is(200)
                        .json()
                        .get("total")
                        .asLong())
                .isEqualTo(1);
        String commit = ada.get(world.p() + "/history?limit=1")
                .is(200)
                .json()
                .at("/history/0/commit")
                .asString();
        ada.post(world.p() + "/history/" + commit + "/revert", Map.of()).is(200);
        eventually("it is back with its model", () -> ada.get(moved).status() == 404);
        String eve = ada.get(rows).is(200).json().at("/submissions/0/id").asString();
        ada.patch(rows + "/" + eve, Map.of("status", "approved")).is(200);
        assertThat(ada.get(rows + "?status=approved")
                        .is(200)
                        .json()
                        .get("total")
                        .asLong())
                .isEqualTo(2);
    }

    /** Before, the visitor got 500 and nothing was stored. */
    @Test
    void aSubmissionIsStoredWhereAWebhookIsDeletedMeanwhile() {
        String hooks = world.p() + "/webhooks";
        Map<String, Object> hook =
                Map.of("name", "x", "url", "https://hooks.example.com/x", "events", List.of("form.submitted"));
        String id = ada.post(hooks, hook).is(200).json().get("id").asString();
        // Between reading its row and its queue, another transaction can delete both.
        app.doors().rows().writing(tx -> tx.update("DELETE FROM webhook_lanes").execute());
        send("Eve", "first");
        assertThat(ada.get(rows).is(200).json().get("total").asLong()).isEqualTo(1);
        ada.post(hooks + "/" + id + "/test").is(404);
    }

    private List<Outbox.Message> mails(Outbox outbox) {
        return outbox.messagesTo(world.ada().email()).stream()
                .filter(mail -> mail.subject().startsWith("New submissions"))
                .toList();
    }

    private void send(String name, String bio) {
        Map<String, Object> data = Map.of("name", name, "email", "e@example.org", "bio", bio);
        assertThat(visitor.post(base + "/submit", Map.of("data", data))
                        .is(200)
                        .json()
                        .get("success")
                        .asBoolean())
                .isTrue();
    }

    private long used() {
        return ada.get("/api/workspaces/" + world.workspaceId() + "/usage?format=simple")
                .is(200)
                .json()
                .at("/formSubmissions/current")
                .asLong();
    }

    private void form(Map<String, Object> members) {
        ada.patch(world.p() + "/models/authors", Map.of("form", members)).is(200);
    }

    private String refused(Map<String, Object> members) {
        return ada.patch(world.p() + "/models/authors", Map.of("form", members))
                .is(400)
                .json()
                .get("message")
                .asString();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
