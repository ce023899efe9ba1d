package cms.billing;

import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.Reply;
import com.stripe.net.Webhook;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The payment provider: takes checkouts strictly, and tells of subscriptions as its own library signs and names them.
 */
final class StandInStripe implements AutoCloseable {
    static final String SECRET = "whsec_of-the-test";

    private final HttpServer server;
    private final InstantSource clock;
    private int events;
    final List<Map<String, String>> heard = new ArrayList<>();
    int status = 200;

    /** What it knows of metered prices. */
    final StandInMetering metering;

    StandInStripe(InstantSource clock) {
        this.clock = clock;
        this.metering = new StandInMetering(clock);
        try {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** What a service needs to be paid through this one; the address may come later. */
    static Map<String, String> settings(String url) {
        return Map.of(
                "CMS_BILLING", "stripe",
                "CMS_STRIPE_SECRET_KEY", "sk_test_1",
                "CMS_STRIPE_WEBHOOK_SECRET", SECRET,
                "CMS_STRIPE_PRICE_STARTER", "price_starter",
                "CMS_STRIPE_PRICE_PRO", "price_pro",
                "CMS_STRIPE_API_URL", url);
    }

    /** A subscription as the provider shows it since 2025-03-31: the period belongs to the item. */
    static ObjectNode subscription(String id, String status, String price, @Nullable String workspaceId) {
        ObjectNode subscription = Json.object()
                .put("id", id)
                .put("object", "subscription")
                .put("customer", "cus_" + id)
                .put("status", status)
                .put("cancel_at_period_end", false)
                .putNull("trial_end");
        if (workspaceId != null) {
            subscription.putObject("metadata").put("workspace_id", workspaceId);
        }
        ObjectNode item = subscription.putObject("items").putArray("data").addObject();
        item.putObject("price").put("id", price);
        return subscription;
    }

    static ObjectNode endingAt(ObjectNode subscription, Instant end) {
        ((ObjectNode) subscription.at("/items/data/0")).put("current_period_end", end.getEpochSecond());
        return subscription;
    }

    static ObjectNode invoice(String subscriptionId) {
        ObjectNode invoice = Json.object().put("id", "in_1").put("object", "invoice");
        invoice.putObject("parent").putObject("subscription_details").put("subscription", subscriptionId);
        return invoice;
    }

    byte[] event(String type, ObjectNode object, Instant madeAt) {
        ObjectNode event = Json.object()
                .put("id", "evt_" + events++)
                .put("object", "event")
                .put("type", type)
                .put("created", madeAt.getEpochSecond());
        event.putObject("data").set("object", object);
        return Json.bytes(event);
    }

    /** Signs as the provider's own library does. */
    static String signature(byte[] body, Instant at, String secret) {
        try {
            String signed = at.getEpochSecond() + "." + new String(body, StandardCharsets.UTF_8);
            return "t=" + at.getEpochSecond() + ",v1=" + Webhook.Util.computeHmacSha256(secret, signed) + ",v0=legacy";
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    Reply tell(Http service, byte[] event) {
        return service.with("Stripe-Signature", signature(event, clock.instant(), SECRET))
                .sendBytes("POST", "/api/billing/webhook/stripe", "application/json", event);
    }

    void tell(Http service, String type, ObjectNode object) {
        tell(service, event(type, object, clock.instant())).is(200);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String query = exchange.getRequestURI().getRawQuery();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, String> form = form(exchange.getRequestMethod().equals("GET") ? query : body);
        StripeAnswer answer;
        if (path.endsWith("/sessions")) {
            Map<String, String> session = new TreeMap<>(form);
            session.put("(path)", path);
            session.put("(key)", String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            heard.add(session);
            var url = Json.object().put("object", "session").put("url", "https://pay.example.com/" + heard.size());
            answer = new StripeAnswer(status, url);
        } else {
            answer = metering.answer(exchange.getRequestMethod(), path, form, exchange.getRequestHeaders());
        }
        if (answer.status() == StripeAnswer.RESET) {
            exchange.close();
            return;
        }
        byte[] bytes = Json.bytes(answer.json());
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static Map<String, String> form(@Nullable String encoded) {
        Map<String, String> form = new TreeMap<>();
        for (String pair : encoded == null || encoded.isEmpty() ? new String[0] : encoded.split("&")) {
            String[] parts = pair.split("=", 2);
            form.put(decode(parts[0]), decode(parts[1]));
        }
        return form;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
