package cms.billing;

import static cms.billing.StandInStripe.subscription;
import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.HeardLines;
import cms.testing.Http;
import cms.testing.Overlapping;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A workspace that goes on beyond its plan for money: who may switch it on, and what the provider is told (spec 4.5).
 */
@Tag("rows")
class OverageTest {
    private static final long GIGABYTE = 1L << 30;
    private static final String AI = "cms_overage_ai_messages";
    private static final String FORMS = "cms_overage_form_submissions";

    private TestApp app;
    private StandInStripe stripe;
    private Person ada;
    private String id;
    private String w;

    @BeforeEach
    void start() {
        app = TestApp.start(StandInStripe.settings("http://127.0.0.1:9"));
        stripe = new StandInStripe(app.clock());
        app.restart(Map.of("CMS_STRIPE_API_URL", stripe.url()));
        ada = Person.signIn(app.url(), "ada@example.com");
        id = ada.primaryWorkspace();
        w = "/api/workspaces/" + id;
    }

    @AfterEach
    void stop() {
        stripe.close();
        app.close();
        assertThat(stripe.metering.refusals).isEmpty();
    }

    @Test
    void theFreePlanEndsWhereItsLimitsAreAndABadBodyIsToldBeforeWhoDoesNotPay() {
        change(Map.of("ai_messages", true)).is(403);
        assertThat(settings().get("canEnableOverage").asBoolean()).isFalse();
        ada.http().put(w + "/spend-limit", Map.of("monthlyAmount", -1)).is(400);
        ada.http().put(w + "/spend-limit", Map.of("monthlyAmount", 5)).is(402);
        pays("starter");
        for (Map<String, Object> odd : List.of(Map.<String, Object>of("coffee", true), Map.<String, Object>of())) {
            assertThat(change(odd).is(400).json().get("message").asString())
                    .contains("ai_messages, form_submissions, cdn_bandwidth");
        }
        assertThat(change(Map.of("coffee", true)).json().get("message").asString())
                .startsWith("\"coffee\" is no category");
        change(Map.of("ai_messages", "yes")).is(400);
        stripe.metering.hasCard = false;
        assertThat(settings().get("canEnableOverage").asBoolean()).isFalse();
        change(Map.of("coffee", true)).is(400);
        change(Map.of("ai_messages", true)).is(402);
        assertThat(stripe.metering.items).isEmpty();
    }

    @Test
    void switchingOnAddsTheMeteredPriceFirstAndOnceAndMergesWithWhatIsOn() {
        pays("starter");
        JsonNode before = settings();
        assertThat(before.get("canEnableOverage").asBoolean()).isTrue();
        assertThat(before.get("overageSettings").propertyNames())
                .containsExactly(
                        "ai_messages",
                        "form_submissions",
                        "cdn_bandwidth",
                        "media_storage",
                        "api_messages",
                        "mcp_calls");
        assertThat(before.at("/categories/0/unit").asString()).isEqualTo("per message");
        assertThat(before.at("/categories/0/planLimit").asInt()).isEqualTo(150);

        stripe.metering.hasPrices = false;
        change(Map.of("ai_messages", true)).is(502);
        assertThat(settings().at("/overageSettings/ai_messages").asBoolean())
                .as("nothing is on without its price")
                .isFalse();
        stripe.metering.hasPrices = true;
        change(Map.of("ai_messages", true)).is(200);
        change(Map.of("ai_messages", true, "mcp_calls", true)).is(200);
        JsonNode after = change(Map.of("mcp_calls", false)).is(200).json();
        assertThat(after.at("/overageSettings/ai_messages").asBoolean()).isTrue();
        assertThat(after.at("/overageSettings/mcp_calls").asBoolean()).isFalse();
        assertThat(stripe.metering.items).containsExactly("price_of_" + AI, "price_of_cms_overage_mcp_calls");
        change(Map.of("mcp_calls", true)).is(200);
        assertThat(stripe.metering.items).hasSize(2);
        assertThat(number("SELECT COUNT(*) FROM activities WHERE action = 'update_overage_settings'"))
                .isEqualTo(4);
    }

    @Test
    void thePlanIsReadFromItsItemWhereverItStandsAmongMeteredOnes() {
        ObjectNode subscription = subscription("sub_1", "active", "price_of_" + AI, id);
        ((ArrayNode) subscription.at("/items/data"))
                .addObject()
                .putObject("price")
                .put("id", "price_pro");
        stripe.tell(new Http(app.url()), "customer.subscription.created", subscription);
        assertThat(ada.http().get(w).is(200).json().get("plan").asString()).isEqualTo("pro");
    }

    @Test
    void hourlyTheProviderIsToldWhatIsNewOnceWhateverFailsInBetween() throws Exception {
        pays("starter");
        change(Map.of("ai_messages", true)).is(200);
        beyond("ai_messages", 170, 20);
        hour();
        eventually("the first twenty", () -> stripe.metering.total(AI) == 20);
        assertThat(stripe.metering.counted.getFirst().customer()).isEqualTo("cus_sub_1");
        beyond("ai_messages", 175, 25);
        stripe.metering.eventStatus = 500;
        stripe.metering.countsAllTheSame = true; // it is counted there, and nobody here knows
        hourIsTold();
        eventually("the five more", () -> stripe.metering.total(AI) == 25);
        beyond("ai_messages", 176, 26);
        stripe.metering.eventStatus = StripeAnswer.RESET;
        stripe.metering.countsAllTheSame = false;
        hourIsTold();
        stripe.metering.eventStatus = 200;
        hour();
        eventually("the last one", () -> waiting() == 0);
        assertThat(stripe.metering.total(AI)).isEqualTo(26);
        assertThat(stripe.metering.counted).hasSize(3);
    }

    @Test
    void whatMayHaveArrivedDaysAgoIsAskedForBeforeItIsToldAgain() throws Exception {
        pays("starter");
        change(Map.of("ai_messages", true)).is(200);
        beyond("ai_messages", 170, 20);
        stripe.metering.eventStatus = 500;
        stripe.metering.countsAllTheSame = true;
        hourIsTold();
        eventually("it is counted there", () -> stripe.metering.total(AI) == 20);
        stripe.metering.countsAllTheSame = false;
        stripe.metering.eventStatus = 200;
        pass(Duration.ofHours(30)); // its identifier is forgotten there
        eventually("it is asked for, and not told again", () -> waiting() == 0);
        assertThat(stripe.metering.total(AI)).isEqualTo(20);
    }

    /** Shown to fail where the first failure of a run counts as a provider that is away, before age is looked at. */
    @Test
    void aCustomerWhoIsGoneKeepsNoReportOfOthersAndItsOwnAreGivenUp() throws Exception {
        pays("starter");
        beyond("ai_messages", 170, 20);
        stripe.metering.gone.add("cus_sub_1");
        hourIsTold();
        paysAnew();
        beyond("ai_messages", 175, 25);
        pass(Duration.ofHours(30)); // the first may have arrived, and is asked for
        eventually("the five of the other customer", () -> stripe.metering.total(AI) == 5 && waiting() == 1);
        pass(Duration.ofDays(70));
        eventually("the twenty are lost", () -> waiting() == 0);
        assertThat(stripe.metering.total(AI)).isEqualTo(5);
    }

    /** Shown to fail where the first refusal ends the comparison. */
    @Test
    void aCustomerWhoIsGoneKeepsNothingOfOthersFromBeingCompared() throws Exception {
        pays("starter");
        beyond("ai_messages", 170, 20);
        hour();
        eventually("it is told", () -> waiting() == 0 && stripe.metering.total(AI) == 20);
        stripe.metering.gone.add("cus_sub_1");
        paysAnew();
        beyond("form_submissions", 105, 5);
        hour();
        eventually("the other is told", () -> waiting() == 0 && stripe.metering.total(FORMS) == 5);
        stripe.metering.lose(FORMS);
        try (HeardLines lines = HeardLines.of("cms.billing.metered")) {
            day();
            assertThat(lines.beginningWith("overage: "))
                    .containsExactly(
                            "overage: the payment provider has counted 0 units of form_submissions of the workspace "
                                    + id + " in 2026-11, not 5");
        }
    }

    @Test
    void anOutageOverTheEndOfTheMonthIsToldAsOfTheMonthThatWasUsed() throws Exception {
        pays("starter");
        change(Map.of("ai_messages", true)).is(200);
        beyond("ai_messages", 170, 20);
        stripe.metering.eventStatus = 503;
        hourIsTold();
        stripe.metering.eventStatus = 200;
        pass(Duration.ofDays(30));
        eventually("the twenty of November", () -> stripe.metering.total(AI) == 20);
        assertThat(stripe.metering.counted.getFirst().at()).hasToString("2026-11-30T23:59:59Z");
        assertThat(ada().get(w + "/usage")
                        .is(200)
                        .json()
                        .get("totalOverageAmount")
                        .asDouble())
                .as("December begins anew")
                .isZero();
    }

    @Test
    void dailyWhatTheProviderHasCountedIsComparedAndADifferenceIsSaidOnce() throws Exception {
        pays("starter");
        change(Map.of("ai_messages", true)).is(200);
        beyond("ai_messages", 170, 20);
        hour();
        eventually("it is told", () -> stripe.metering.total(AI) == 20 && waiting() == 0);
        try (HeardLines lines = HeardLines.of("cms.billing.metered")) {
            day();
            assertThat(lines.beginningWith("overage: ")).as("both count 20").isEmpty();
            stripe.metering.lose(AI);
            day();
            assertThat(lines.beginningWith("overage: "))
                    .containsExactly(
                            "overage: the payment provider has counted 0 units of ai_messages of the workspace " + id
                                    + " in 2026-11, not 20");
        }
    }

    @Test
    void bytesAreToldInWholeMegabytesAndTheRestWaitsForTheNext() throws Exception {
        pays("starter");
        change(Map.of("cdn_bandwidth", true)).is(200);
        beyond("cdn_bandwidth", 2 * GIGABYTE + 1_800_000, 1_800_000);
        hour();
        eventually("one MB", () -> stripe.metering.total("cms_overage_cdn_bandwidth") == 1);
        beyond("cdn_bandwidth", 2 * GIGABYTE + 2_200_000, 2_200_000);
        hour();
        eventually("the second MB, of two rests", () -> stripe.metering.total("cms_overage_cdn_bandwidth") == 2);
    }

    @Test
    void theAnswerSaysWhatItCostsAndWhatTheMonthWillCostIfItGoesOnLikeThis() throws Exception {
        pays("starter");
        change(Map.of("ai_messages", true, "cdn_bandwidth", true)).is(200);
        beyond("ai_messages", 170, 20);
        beyond("cdn_bandwidth", 3 * GIGABYTE + GIGABYTE / 2, GIGABYTE + GIGABYTE / 2);
        JsonNode usage = ada().get(w + "/usage").is(200).json();
        assertThat(usage.at("/categories/0/overageEnabled").asBoolean()).isTrue();
        assertThat(usage.at("/categories/0/overageUnits").asInt()).isEqualTo(20);
        assertThat(usage.at("/categories/0/overageAmount").asDouble()).isEqualTo(0.60);
        assertThat(usage.at("/categories/2/overageUnits").asDouble()).isEqualTo(1.5);
        assertThat(usage.at("/categories/2/overageAmount").asDouble()).isEqualTo(0.15);
        assertThat(usage.get("totalOverageAmount").asDouble()).isEqualTo(0.75);
        int day = app.clock().instant().atZone(ZoneOffset.UTC).getDayOfMonth();
        assertThat(usage.get("projectedOverageAmount").asDouble()).isEqualTo(Math.round(0.75 * 30 / day * 100) / 100.0);
    }

    @Test
    void aSpendLimitIsKeptTakenAwayAndShown() {
        pays("starter");
        assertThat(limit().isNull()).isTrue();
        ada.http().put(w + "/spend-limit", Map.of()).is(400);
        ada.http().put(w + "/spend-limit", Map.of("monthlyAmount", "5")).is(400);
        ada.http().put(w + "/spend-limit", Map.of("monthlyAmount", 1.005)).is(400);
        ada.http().put(w + "/spend-limit", Map.of("monthlyAmount", 12.5)).is(200);
        assertThat(limit().asDouble()).isEqualTo(12.5);
        Map<String, Object> none = new LinkedHashMap<>();
        none.put("monthlyAmount", null);
        ada.http().put(w + "/spend-limit", none).is(200);
        assertThat(limit().isNull()).isTrue();
    }

    @Test
    void whenTheSubscriptionEndsNothingIsOnForTheNextOne() {
        pays("starter");
        change(Map.of("ai_messages", true)).is(200);
        paysAnew();
        assertThat(settings().at("/overageSettings/ai_messages").asBoolean()).isFalse();
    }

    /** Before, a workspace of the plan free went beyond its limits for money that nobody was asked for. */
    @Test
    void nothingIsSwitchedOnWhileTheSubscriptionEnds() throws Exception {
        Overlapping.assumePossible();
        pays("starter");
        List<String> end = List.of(
                "UPDATE workspaces SET plan = 'free' WHERE id = '" + id + "'",
                "DELETE FROM payment_accounts WHERE workspace_id = '" + id + "'");
        Overlapping.transaction(app, end, () -> change(Map.of("ai_messages", true)))
                .is(402);
        assertThat(settings().at("/overageSettings/ai_messages").asBoolean()).isFalse();
    }

    private void pays(String plan) {
        stripe.tell(
                new Http(app.url()),
                "customer.subscription.created",
                subscription("sub_1", "active", "price_" + plan, id));
    }

    /** As another customer. */
    private void paysAnew() {
        stripe.tell(
                new Http(app.url()),
                "customer.subscription.deleted",
                subscription("sub_1", "canceled", "price_starter", id));
        stripe.tell(
                new Http(app.url()),
                "customer.subscription.created",
                subscription("sub_2", "active", "price_starter", id));
    }

    private Reply change(Map<String, Object> body) {
        return ada.http().patch(w + "/overage-settings", body);
    }

    private JsonNode settings() {
        return ada.http().get(w + "/overage-settings").is(200).json();
    }

    private JsonNode limit() {
        return ada.http().get(w + "/spend-limit").is(200).json().get("monthlyAmount");
    }

    /** Anew: a session is over after hours. */
    private Http ada() {
        return Person.signIn(app.url(), "ada@example.com").http();
    }

    /** The job runs an hour after it last ended, so the hour begins when it has. */
    private void hour() {
        pass(Duration.ofMinutes(61));
    }

    /** A day at whose end what the provider has counted is compared. */
    private void day() {
        app.advancePast(Duration.ofHours(25), "compare-overage");
    }

    private void pass(Duration time) {
        reportHasEnded();
        app.advance(time);
    }

    private void reportHasEnded() {
        eventually("the report before has ended", () -> number("""
            SELECT COUNT(*) FROM scheduled_tasks WHERE task_name = 'report-overage' AND CAST(picked AS TEXT) IN ('1', 'true')
            """) == 0);
    }

    /** An hour at whose end the provider hears of something, whatever it makes of it. */
    private void hourIsTold() {
        int before = stripe.metering.heard.get();
        hour();
        eventually("the provider hears of it", () -> {
            app.advance(Duration.ZERO);
            return stripe.metering.heard.get() > before;
        });
        reportHasEnded(); // it asks again at once where the provider fails
    }

    private void beyond(String meter, long used, long beyond) throws SQLException {
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement()) {
            statement.execute("DELETE FROM usage_months WHERE meter = '" + meter + "'");
            statement.execute("INSERT INTO usage_months (workspace_id, meter, month, used, beyond) VALUES ('" + id
                    + "', '" + meter + "', '2026-11', " + used + ", " + beyond + ")");
        }
    }

    private long waiting() {
        return number("SELECT COUNT(*) FROM meter_reports WHERE ended_at IS NULL");
    }

    private long number(String sql) {
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
