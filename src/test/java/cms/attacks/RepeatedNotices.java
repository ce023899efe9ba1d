package cms.attacks;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.githost.webhook.HostWebhookSignature;
import cms.platform.config.Secret;
import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.StandInHost;
import com.stripe.net.Webhook;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.node.ObjectNode;

/**
 * Notices of the Git host and of the payment provider that somebody has recorded: sent again, later, changed, renamed.
 * Shown to fail where the age of a signature is not looked at.
 */
final class RepeatedNotices implements Attack {
    static final Map<String, String> PAYMENTS = Map.of(
            "CMS_BILLING", "stripe",
            "CMS_STRIPE_SECRET_KEY", "sk_test_1",
            "CMS_STRIPE_WEBHOOK_SECRET", "whsec_of-the-attack",
            "CMS_STRIPE_PRICE_STARTER", "price_starter",
            "CMS_STRIPE_PRICE_PRO", "price_pro",
            "CMS_STRIPE_API_URL", "http://127.0.0.1:9");

    /** The name of the event is on the envelope: the signature does not cover it. */
    private static final List<String> EVENTS =
            List.of("installation_repositories", "installation", "installation_target", "of-eve");

    private static final int TIMES = 200;
    private static final int AT_ONCE = 8;
    private static final Duration TOO_OLD = Duration.ofMinutes(6);

    private final StandInHost host;

    RepeatedNotices(StandInHost host) {
        this.host = host;
    }

    @Override
    public String name() {
        return "notices that come again";
    }

    @Override
    public void run(Target target) throws Exception {
        Http anybody = new Http(target.service().url());
        ofTheHost(anybody);
        ofPayments(anybody, target.eve().http(), target.eve().primaryWorkspace());
    }

    /** The host is asked once for what it has said once, whatever is written on the envelope. */
    private void ofTheHost(Http anybody) throws Exception {
        long installation = host.world.install("eve", "eve").id;
        long next = host.world.install("eve-next", "eve").id;
        byte[] body = Json.bytes(about(installation));
        host.calls();
        notice(anybody, "first", body, body).is(200);
        AtomicLong asked = new AtomicLong();
        eventually("the host is asked", () -> asked.addAndGet(asked(installation)) == 1);
        List<Callable<Reply>> again = new ArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            String delivery = i % 2 == 0 ? "first" : "another " + i;
            String event = EVENTS.get(i % EVENTS.size());
            again.add(() -> notice(anybody, event, delivery, body, body));
        }
        assertThat(statuses(again)).as("recordings").containsOnly(200);
        byte[] other = Json.bytes(about(next));
        assertThat(notice(anybody, "changed", other, body).status())
                .as("a body that was not signed")
                .isEqualTo(401);
        notice(anybody, "next", other, other).is(200);
        eventually("the next one is worked off", () -> {
            List<String> calls = host.calls();
            assertThat(calls).as("for the recordings").doesNotContain("GET /app/installations/" + installation);
            return calls.contains("GET /app/installations/" + next);
        });
    }

    private long asked(long installation) {
        return host.calls().stream()
                .filter(call -> call.equals("GET /app/installations/" + installation))
                .count();
    }

    private static ObjectNode about(long installation) {
        ObjectNode json = Json.object().put("action", "added");
        json.putObject("installation").put("id", installation);
        return json;
    }

    private static Reply notice(Http anybody, String delivery, byte[] body, byte[] signed) {
        return notice(anybody, EVENTS.getFirst(), delivery, body, signed);
    }

    private static Reply notice(Http anybody, String event, String delivery, byte[] body, byte[] signed) {
        return anybody.with("X-GitHub-Event", event)
                .with("X-GitHub-Delivery", delivery)
                .with(
                        "X-Hub-Signature-256",
                        new HostWebhookSignature(new Secret(StandInHost.WEBHOOK_SECRET)).sign(signed))
                .sendBytes("POST", "/api/webhooks/git_host", "application/json", body);
    }

    /** Who has cancelled gets nothing for the receipt of last month, and who has paid loses nothing by an old end. */
    private static void ofPayments(Http anybody, Http eve, String workspace) throws Exception {
        Instant now = Instant.now();
        byte[] begun = payment("evt_1", "created", "active", "sub_1", workspace, now.minusSeconds(40));
        byte[] ended = payment("evt_2", "deleted", "canceled", "sub_1", workspace, now.minusSeconds(30));
        String before = plan(eve, workspace);
        pay(anybody, begun, now).is(200);
        assertThat(plan(eve, workspace)).isEqualTo("pro");
        pay(anybody, ended, now).is(200);
        assertThat(plan(eve, workspace)).isEqualTo("free");
        repeated(anybody, begun, now);
        assertThat(plan(eve, workspace)).as("after an old beginning").isEqualTo("free");

        pay(anybody, payment("evt_3", "created", "active", "sub_2", workspace, now.minusSeconds(20)), now)
                .is(200);
        repeated(anybody, ended, now);
        assertThat(plan(eve, workspace)).as("after an old end").isEqualTo("pro");

        byte[] late = payment("evt_4", "deleted", "canceled", "sub_2", workspace, now);
        pay(anybody, late, Instant.now().minus(TOO_OLD)).is(400);
        pay(anybody, late, Instant.now().plus(TOO_OLD)).is(400);
        anybody.with("Stripe-Signature", signature(ended, now))
                .sendBytes("POST", "/api/billing/webhook/stripe", "application/json", late)
                .is(400);
        assertThat(plan(eve, workspace)).as("after a late end of " + before).isEqualTo("pro");
    }

    /** Pays for a workspace, whose plan then allows projects. */
    static void payFor(URI service, String workspace) {
        Instant now = Instant.now();
        byte[] event = payment("evt_of_" + workspace, "created", "active", "sub_of_" + workspace, workspace, now);
        pay(new Http(service), event, now).is(200);
    }

    private static void repeated(Http anybody, byte[] event, Instant signedAt) throws Exception {
        List<Callable<Reply>> again = new ArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            again.add(() -> pay(anybody, event, signedAt));
        }
        assertThat(statuses(again)).as("recordings").containsOnly(200);
    }

    private static Reply pay(Http anybody, byte[] event, Instant signedAt) {
        return anybody.with("Stripe-Signature", signature(event, signedAt))
                .sendBytes("POST", "/api/billing/webhook/stripe", "application/json", event);
    }

    private static byte[] payment(
            String id, String what, String status, String subscription, String workspace, Instant madeAt) {
        ObjectNode event = Json.object()
                .put("id", id)
                .put("object", "event")
                .put("type", "customer.subscription." + what)
                .put("created", madeAt.getEpochSecond());
        ObjectNode object = event.putObject("data")
                .putObject("object")
                .put("id", subscription)
                .put("object", "subscription")
                .put("customer", "cus_" + subscription)
                .put("status", status)
                .put("cancel_at_period_end", false)
                .putNull("trial_end");
        object.putObject("metadata").put("workspace_id", workspace);
        object.putObject("items")
                .putArray("data")
                .addObject()
                .putObject("price")
                .put("id", "price_pro");
        return Json.bytes(event);
    }

    /** As the provider's own library signs. */
    private static String signature(byte[] body, Instant at) {
        try {
            String signed = at.getEpochSecond() + "." + new String(body, StandardCharsets.UTF_8);
            String secret = PAYMENTS.get("CMS_STRIPE_WEBHOOK_SECRET");
            return "t=" + at.getEpochSecond() + ",v1=" + Webhook.Util.computeHmacSha256(secret, signed);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String plan(Http eve, String workspace) {
        return eve.get("/api/workspaces/" + workspace)
                .is(200)
                .json()
                .get("plan")
                .asString();
    }

    private static List<Integer> statuses(List<Callable<Reply>> all) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        try (ExecutorService callers = Executors.newFixedThreadPool(AT_ONCE)) {
            for (Future<Reply> reply : callers.invokeAll(all)) {
                statuses.add(reply.get().status());
            }
        }
        return statuses;
    }
}
