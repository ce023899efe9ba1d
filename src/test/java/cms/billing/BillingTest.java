package cms.billing;

import static cms.billing.StandInStripe.endingAt;
import static cms.billing.StandInStripe.invoice;
import static cms.billing.StandInStripe.signature;
import static cms.billing.StandInStripe.subscription;
import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.http.Route;
import cms.platform.json.Json;
import cms.testing.Events;
import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.RoutePaths;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** A workspace that pays, through the provider's signed notices alone. */
@Tag("rows")
class BillingTest {
    @TempDir
    Path folder;

    private TestApp app;
    private StandInStripe stripe;
    private Person ada;
    private Http provider;
    private String id;
    private String w;

    @BeforeEach
    void start() {
        app = TestApp.start(StandInStripe.settings("http://127.0.0.1:9"));
        stripe = new StandInStripe(app.clock());
        app.restart(Map.of("CMS_STRIPE_API_URL", stripe.url()));
        ada = Person.signIn(app.url(), "ada@example.com");
        provider = new Http(app.url());
        id = ada.primaryWorkspace();
        w = "/api/workspaces/" + id;
    }

    @AfterEach
    void stop() {
        stripe.close();
        app.close();
    }

    @Test
    void aWorkspaceStartsOnFreeChecksOutIsTriedAndIsLockedWhenTheTrialIsOver() {
        assertThat(plan()).isEqualTo("free");
        createProject("before").is(403);
        assertThat(checkout("pro").is(200).json().at("/url").asString()).isEqualTo("https://pay.example.com/1");
        Map<String, String> asked = stripe.heard.getFirst();
        assertThat(asked)
                .containsEntry("(path)", "/v1/checkout/sessions")
                .containsEntry("(key)", "Bearer sk_test_1")
                .containsEntry("mode", "subscription")
                .containsEntry("line_items[0][price]", "price_pro")
                .containsEntry("client_reference_id", id)
                .containsEntry("customer_email", "ada@example.com")
                .containsEntry("subscription_data[trial_period_days]", "14");

        ObjectNode trial = subscription(
                        "sub_1", "trialing", "price_pro", asked.get("subscription_data[metadata][workspace_id]"))
                .put("trial_end", in(14).getEpochSecond());
        stripe.tell(provider, "customer.subscription.created", trial);
        assertThat(plan()).isEqualTo("pro");
        assertThat(ada.http()
                        .get(w)
                        .is(200)
                        .json()
                        .at("/payment_account/subscription_status")
                        .asString())
                .isEqualTo("trialing");
        createProject("during").is(200);
        checkout("pro").is(409);

        app.clock().advance(Duration.ofDays(14));
        ada = Person.signIn(app.url(), "ada@example.com");
        Reply locked = ada.http().get(w).is(402);
        assertThat(locked.json().at("/data/billingState").asString()).isEqualTo("trial_expired");
        assertThat(locked.json().at("/data/workspaceId").asString()).isEqualTo(id);
        assertThat(locked.json().at("/data/requiresCheckout").asBoolean()).isTrue();
        assertThat(plan()).as("without another word of the provider").isEqualTo("free");
    }

    /** Fails where the right alone is looked at again: the stream went on as long as its client. */
    @Test
    void theEventsOfAWorkspaceEndWhenItIsLocked() {
        stripe.tell(provider, "customer.subscription.created", subscription("sub_1", "active", "price_pro", id));
        String project = createProject("heard").is(200).json().get("id").asString();
        try (Events stream = ada.http().events("GET", w + "/projects/" + project + "/events", null)) {
            stripe.tell(provider, "customer.subscription.updated", subscription("sub_1", "unpaid", "price_pro", id));
            ada.http().get(w).is(402);
            while (stream.next().isPresent()) {
                // news of before
            }
        }
        ada.http().get(w + "/projects/" + project + "/events").is(402);
    }

    /** Fails for each route when the gate is taken out of the list in App. */
    @Test
    void everyRouteOfALockedWorkspaceIsRefusedToItsMembersAndUnknownToOthers() {
        stripe.tell(provider, "customer.subscription.created", subscription("sub_1", "unpaid", "price_pro", id));
        Person stranger = Person.signIn(app.url(), "nobody@example.org");
        Map<String, String> values = new HashMap<>(Map.of("workspaceId", id));
        int refused = 0;
        for (Route route : app.routes()) {
            if (route.path().contains("{workspaceId}")) {
                RoutePaths.parameters(route).forEach(name -> values.putIfAbsent(name, "none"));
                String path = new RoutePaths(values).path(route);
                assertThat(ada.http()
                                .send(route.method().name(), path, Map.of())
                                .status())
                        .as(route.method() + " " + route.path())
                        .isEqualTo(402);
                assertThat(stranger.http()
                                .send(route.method().name(), path, Map.of())
                                .status())
                        .as("to a stranger: " + route.path())
                        .isEqualTo(404);
                assertThat(provider.send(route.method().name(), path, Map.of()).status())
                        .as("to nobody: " + route.path())
                        .isEqualTo(401);
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(40);
        for (String path : List.of("installation", "repos", "installations/available", "scan?repo=ada/blog")) {
            String named = path + (path.contains("?") ? "&" : "?") + "workspaceId=" + id;
            Reply locked = ada.http().get("/api/git_host/" + named).is(402);
            assertThat(locked.json().at("/data/workspaceId").asString()).isEqualTo(id);
            assertThat(locked.json().at("/data/billingState").asString()).isEqualTo("grace_expired");
        }
        Map<String, Object> repository = Map.of("workspaceId", id, "templateRepo", "starters/blog", "name", "more");
        ada.http().post("/api/git_host/create-from-template", repository).is(402);
        ada.http().get("/api/workspaces").is(200);
        ada.http().get("/api/auth/me").is(200);
        checkout("pro").is(409);
        ada.http().post("/api/billing/portal", Map.of("workspaceId", id)).is(200);
        assertThat(stripe.heard.getLast()).containsEntry("customer", "cus_sub_1");
    }

    @Test
    void aFailedPaymentHasSevenDaysOfGraceFromTheFirstFailureAndAPaymentEndsIt() {
        stripe.tell(provider, "customer.subscription.created", subscription("sub_1", "active", "price_starter", id));
        assertThat(plan()).isEqualTo("starter");
        stripe.tell(provider, "invoice.payment_failed", invoice("sub_1"));
        app.clock().advance(Duration.ofDays(5));
        stripe.tell(provider, "invoice.payment_failed", invoice("sub_1"));
        stripe.tell(provider, "customer.subscription.updated", subscription("sub_1", "past_due", "price_starter", id));
        assertThat(plan()).isEqualTo("starter");
        app.clock().advance(Duration.ofDays(2));
        assertThat(plan()).isEqualTo("free");
        assertThat(state()).isEqualTo("grace_expired");
        stripe.tell(provider, "invoice.paid", invoice("sub_1"));
        assertThat(plan()).isEqualTo("starter");
        ada.http().get(w).is(200);
    }

    @Test
    void aCanceledSubscriptionCountsUntilItsPeriodEndsAndAnEndedOneLeavesTheFreePlan() {
        ObjectNode ending = endingAt(subscription("sub_1", "active", "price_pro", id), in(10))
                .put("cancel_at_period_end", true)
                .put("trial_end", in(-20).getEpochSecond());
        stripe.tell(provider, "customer.subscription.updated", ending);
        assertThat(plan()).isEqualTo("pro");
        app.clock().advance(Duration.ofDays(10));
        ada = Person.signIn(app.url(), "ada@example.com");
        assertThat(state()).isEqualTo("canceled_expired");
        checkout("starter").is(200);
        app.clock().advance(Duration.ofSeconds(30));
        stripe.tell(provider, "customer.subscription.deleted", ending.put("status", "canceled"));
        assertThat(ada.http().get(w).is(200).json().get("payment_account").isNull())
                .isTrue();
        assertThat(plan()).isEqualTo("free");
        checkout("starter").is(200);
        assertThat(stripe.heard.getLast())
                .as("the second time, no trial and the customer that is known")
                .containsEntry("customer", "cus_sub_1")
                .doesNotContainKeys("subscription_data[trial_period_days]", "customer_email");
        stripe.tell(provider, "customer.subscription.created", subscription("sub_2", "active", "price_starter", id));
        assertThat(plan()).isEqualTo("starter");
        stripe.tell(provider, "customer.subscription.updated", ending.put("status", "active"));
        assertThat(plan()).as("of the new one").isEqualTo("starter");
    }

    /** The studio names its button by what the project says, and that is what a save does. */
    @Test
    void whereThePlanLosesTheReviewItsProjectsSaySoAndSavesLandAtOnce() {
        ObjectNode paid = subscription("sub_1", "active", "price_starter", id);
        stripe.tell(provider, "customer.subscription.created", paid);
        String p = w + "/projects/" + World.connect(ada, id, "starters/blog", "blog");
        ada.http().patch(p + "/config", Map.of("workflow", "review")).is(200);
        assertThat(isReviewed(p)).isTrue();
        assertThat(landsAtOnce(p, "Waits")).isFalse();

        stripe.tell(provider, "customer.subscription.deleted", paid.put("status", "canceled"));

        assertThat(isReviewed(p)).isFalse();
        assertThat(landsAtOnce(p, "Lands")).isTrue();
    }

    private boolean isReviewed(String p) {
        return ada.http().get(p).is(200).json().get("review_on_plan").asBoolean();
    }

    private boolean landsAtOnce(String p, String title) {
        Map<String, Object> entry = Map.of("0a8d5e27c419", Map.of("title", title));
        return ada.http()
                .post(p + "/content/posts", Map.of("locale", "en", "data", entry))
                .is(200)
                .json()
                .get("merged")
                .asBoolean();
    }

    /** Delivery remembers what a workspace may do: it keeps delivering when nobody tells it of the plan. */
    @Test
    void aLockedWorkspaceIsNotDeliveredAndTakesNoPushUntilItPays() {
        ObjectNode trial = subscription("sub_1", "trialing", "price_pro", id).put("trial_end", in(14).getEpochSecond());
        stripe.tell(provider, "customer.subscription.created", trial);
        String project = World.connect(ada, id, "starters/blog", "blog");
        String p = w + "/projects/" + project;
        ada.http().patch(p + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        Http site = new Http(app.url())
                .bearer(ada.http()
                        .post(p + "/cdn/keys", Map.of("name", "site"))
                        .is(200)
                        .json()
                        .get("key")
                        .asString());
        String manifest = "/api/cdn/v1/" + project + "/_manifest.json";
        eventually("the first release", app, () -> site.get(manifest).status() == 200);
        GitClient clone = GitClient.clone(folder, ada, "ada/blog");

        app.advance(Duration.ofDays(14));
        eventually("delivery ends with the trial", () -> site.get(manifest).status() == 403);
        ada = Person.signIn(app.url(), "ada@example.com");
        clone.git("remote", "set-url", "origin", ada.gitUrl("ada/blog"));
        clone.write("notes.txt", "by hand\n").commit("Add notes");
        assertThat(clone.attempt("push", "origin", "HEAD:refs/heads/notes").output())
                .contains("locked until it has a subscription");

        stripe.tell(provider, "customer.subscription.updated", subscription("sub_1", "active", "price_pro", id));
        eventually("delivery begins again", () -> site.get(manifest).status() == 200);
        clone.git("push", "origin", "HEAD:refs/heads/notes");
    }

    /** Each refusal turns into a 200 when the check of the signature is taken out. */
    @Test
    void onlyWhatTheProviderSignedInTheLastFiveMinutesIsTaken() {
        byte[] event =
                stripe.event("customer.subscription.created", subscription("sub_1", "active", "price_pro", id), now());
        for (Instant at : List.of(now().minusSeconds(301), now().plusSeconds(301))) {
            send(event, signature(event, at, StandInStripe.SECRET)).is(400);
        }
        String good = signature(event, now(), StandInStripe.SECRET);
        for (String header : List.of(
                signature(event, now(), "whsec_another"),
                good.replace("v1=", "v0="),
                good.replace("t=", "t=1"),
                good.replaceFirst("t=[0-9]+", "t="),
                good.replaceFirst("t=[0-9]+", "t=" + "9".repeat(40)),
                "v1=",
                "t,v1",
                " ")) {
            send(event, header).is(400);
        }
        provider.sendBytes("POST", "/api/billing/webhook/stripe", "application/json", event)
                .is(400);
        send(new byte[0], signature(new byte[0], now(), StandInStripe.SECRET)).is(400);
        List<String> odds = List.of(
                "[]",
                "{",
                "null",
                "{\"id\":1}",
                "{\"id\":\"e\"}",
                "{\"id\":\"e\",\"created\":\"x\"}",
                "{\"id\":\"e\",\"created\":9999999999999999}");
        for (String odd : odds) {
            byte[] body = odd.getBytes(StandardCharsets.UTF_8);
            send(body, signature(body, now(), StandInStripe.SECRET)).is(400);
        }
        assertThat(plan()).isEqualTo("free");
        provider.sendBytes("POST", "/api/billing/webhook/another", "application/json", event)
                .is(404);
        String earlier = signature(event, now().minusSeconds(300), StandInStripe.SECRET);
        send(event, earlier.replace("v1=", "v1=" + "0".repeat(64) + ",v1=")).is(200);
        assertThat(plan()).isEqualTo("pro");
    }

    @Test
    void whatComesTwiceLateOrAboutNobodyChangesNothing() {
        byte[] active =
                stripe.event("customer.subscription.created", subscription("sub_1", "active", "price_pro", id), now());
        stripe.tell(provider, active).is(200);
        app.clock().advance(Duration.ofSeconds(60));
        byte[] smaller = stripe.event(
                "customer.subscription.updated", subscription("sub_1", "active", "price_starter", id), now());
        stripe.tell(provider, smaller).is(200);
        stripe.tell(provider, active).is(200);
        assertThat(plan()).isEqualTo("starter");
        byte[] late = stripe.event(
                "customer.subscription.updated",
                subscription("sub_1", "unpaid", "price_pro", id),
                now().minusSeconds(30));
        stripe.tell(provider, late).is(200);
        assertThat(plan()).isEqualTo("starter");
        stripe.tell(provider, "customer.subscription.deleted", subscription("sub_9", "canceled", "price_pro", id));
        stripe.tell(provider, "customer.subscription.created", subscription("sub_9", "active", "price_pro", id));
        assertThat(plan()).as("what has ended does not begin again").isEqualTo("starter");
        stripe.tell(provider, "customer.subscription.created", subscription("sub_8", "active", "price_pro", null));
        stripe.tell(provider, "customer.subscription.created", subscription("sub_7", "active", "price_pro", "none"));
        stripe.tell(provider, "customer.subscription.updated", subscription("sub_1", "dancing", "price_pro", id));
        stripe.tell(provider, "payout.created", Json.object());
        stripe.tell(provider, "customer.subscription.updated", subscription("sub_6", "unpaid", "price_pro", "a\0b"));
        stripe.tell(
                provider, "customer.subscription.updated", subscription("s".repeat(9_000), "unpaid", "price_pro", id));
        stripe.tell(
                provider,
                "customer.subscription.updated",
                subscription("sub_1", "active", "price_starter", id).put("trial_end", Long.MAX_VALUE));
        assertThat(plan()).isEqualTo("starter");
        stripe.tell(
                provider,
                "checkout.session.completed",
                Json.object().put("customer", "cus_sub_8").put("client_reference_id", id));
        stripe.tell(provider, "customer.subscription.updated", subscription("sub_8", "active", "price_pro", null));
        assertThat(plan()).as("of the customer who has checked out").isEqualTo("pro");
    }

    /** The newest wins; fails when a notice is taken whenever it was made. */
    @Test
    void noticesInAnyOrderAndAllAtOnceEndWithTheNewest() throws Exception {
        List<byte[]> told = new ArrayList<>();
        for (int second = 0; second < 20; second++) {
            String price = second == 19 ? "price_pro" : "price_starter";
            told.add(stripe.event(
                    second == 0 ? "customer.subscription.created" : "customer.subscription.updated",
                    subscription("sub_1", second % 2 == 0 ? "past_due" : "active", price, id),
                    now().plusSeconds(second)));
        }
        told.addAll(List.copyOf(told));
        Collections.shuffle(told, new Random(7));
        try (ExecutorService together = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Reply>> answers = told.stream()
                    .map(event -> together.submit(() -> stripe.tell(provider, event)))
                    .toList();
            for (Future<Reply> answer : answers) {
                answer.get().is(200);
            }
        }
        assertThat(plan()).isEqualTo("pro");
        assertThat(ada.http()
                        .get(w)
                        .is(200)
                        .json()
                        .at("/payment_account/subscription_status")
                        .asString())
                .isEqualTo("active");
    }

    @Test
    void aCheckoutAsksBodyThenRoleThenProviderAndComesOnceInThirtySeconds() {
        Person bo = Person.signIn(app.url(), "bo@example.com");
        bo.http().post("/api/billing/checkout", Map.of("workspaceId", id)).is(400);
        bo.http()
                .post("/api/billing/checkout", Map.of("workspaceId", id, "plan", "free"))
                .is(400);
        bo.http()
                .post("/api/billing/checkout", Map.of("workspaceId", id, "plan", "pro"))
                .is(404);
        bo.http().post("/api/billing/portal", Map.of()).is(400);
        bo.http().post("/api/billing/portal", Map.of("workspaceId", id)).is(404);
        ada.http().post("/api/billing/portal", Map.of("workspaceId", id)).is(400);
        stripe.status = 500;
        checkout("pro").is(502);
        assertThat(Integer.parseInt(checkout("pro").is(429).header("Retry-After")))
                .isBetween(1, 30);
        app.clock().advance(Duration.ofSeconds(30));
        stripe.close();
        checkout("pro").is(502);
        app.restart(Map.of(
                "CMS_STRIPE_SECRET_KEY",
                "",
                "CMS_STRIPE_WEBHOOK_SECRET",
                "",
                "CMS_STRIPE_PRICE_STARTER",
                "",
                "CMS_STRIPE_PRICE_PRO",
                "",
                "CMS_STRIPE_API_URL",
                ""));
        checkout("pro").is(503);
        provider.post("/api/billing/webhook/stripe", Map.of()).is(503);
    }

    @Test
    void onlyAManagedDeploymentWithBillingLocks() {
        stripe.tell(provider, "customer.subscription.created", subscription("sub_1", "unpaid", "price_pro", id));
        ada.http().get(w).is(402);
        app.restart(Map.of("CMS_DEPLOYMENT", "self-hosted"));
        ada.http().get(w).is(200);
        app.restart(Map.of("CMS_DEPLOYMENT", "managed", "CMS_BILLING", "off"));
        ada.http().get(w).is(200);
        checkout("pro").is(503);
    }

    private Reply send(byte[] event, String header) {
        return provider.with("Stripe-Signature", header)
                .sendBytes("POST", "/api/billing/webhook/stripe", "application/json", event);
    }

    private Reply checkout(String plan) {
        return ada.http().post("/api/billing/checkout", Map.of("workspaceId", id, "plan", plan));
    }

    private Reply createProject(String name) {
        return ada.http().post(w + "/projects", Map.of("repoFullName", repository(name), "name", name));
    }

    private String repository(String name) {
        long installation = ada.http()
                .get("/api/git_host/installations/available?workspaceId=" + id)
                .is(200)
                .json()
                .at("/installations/0/id")
                .asLong();
        ada.http()
                .post("/api/git_host/installations/connect", Map.of("workspaceId", id, "installationId", installation))
                .is(200);
        return ada.http()
                .post(
                        "/api/git_host/create-from-template",
                        Map.of("workspaceId", id, "templateRepo", "starters/blank", "name", name))
                .is(200)
                .json()
                .get("fullName")
                .asString();
    }

    private String plan() {
        ada = Person.signIn(app.url(), "ada@example.com");
        return ada.http().get("/api/workspaces").is(200).json().at("/0/plan").asString();
    }

    private String state() {
        return ada.http().get(w).is(402).json().at("/data/billingState").asString();
    }

    private Instant now() {
        return app.clock().instant();
    }

    private Instant in(int days) {
        return now().plus(Duration.ofDays(days));
    }
}
