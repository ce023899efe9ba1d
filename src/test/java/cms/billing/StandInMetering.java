package cms.billing;

import cms.platform.json.Json;
import com.stripe.model.Customer;
import com.stripe.model.Price;
import com.stripe.model.StripeCollection;
import com.stripe.model.Subscription;
import com.stripe.model.SubscriptionItem;
import com.stripe.model.billing.MeterEvent;
import com.stripe.net.ApiResource;
import com.stripe.param.CustomerRetrieveParams;
import com.stripe.param.PriceListParams;
import com.stripe.param.SubscriptionItemCreateParams;
import com.stripe.param.SubscriptionItemListParams;
import com.stripe.param.SubscriptionRetrieveParams;
import com.stripe.param.billing.MeterEventCreateParams;
import com.stripe.param.billing.MeterEventSummariesParams;
import com.stripe.param.billing.MeterListParams;
import com.sun.net.httpserver.Headers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The payment provider's metered billing, strictly: it refuses each parameter that its library does not know, answers
 * what the library reads, counts an identifier once in a day and takes no event of more than 35 days ago.
 */
final class StandInMetering {
    /** An event as it was counted. */
    record Counted(String event, String customer, String identifier, long value, Instant at, Instant heardAt) {}

    private final InstantSource clock;
    private final Map<String, StripeAnswer> sameKeys = new LinkedHashMap<>();
    final AtomicInteger heard = new AtomicInteger();
    final List<Counted> counted = new CopyOnWriteArrayList<>();
    final List<String> items = new CopyOnWriteArrayList<>();
    final List<String> refusals = new CopyOnWriteArrayList<>();
    /** Customers that were deleted there: it refuses what is asked or told about them. */
    final List<String> gone = new CopyOnWriteArrayList<>();

    volatile boolean hasCard = true;
    volatile boolean hasPrices = true;

    /** What meter events are answered instead: a status, or {@link StripeAnswer#RESET}; 200 for what is due. */
    volatile int eventStatus = 200;

    /** Whether an event that is answered with a failure is counted all the same. */
    volatile boolean countsAllTheSame;

    StandInMetering(InstantSource clock) {
        this.clock = clock;
    }

    long total(String event) {
        return counted.stream()
                .filter(one -> one.event().equals(event))
                .mapToLong(Counted::value)
                .sum();
    }

    /** As if events had been lost there. */
    synchronized void lose(String event) {
        counted.removeIf(one -> one.event().equals(event));
    }

    synchronized StripeAnswer answer(String method, String path, Map<String, String> form, Headers headers) {
        if (!"2025-03-31.basil".equals(headers.getFirst("Stripe-Version"))) {
            return refuse("Unpinned version.");
        }
        String route = method + " "
                + path.replaceAll("/(sub|cus|mtr)_[^/]+", "/id"); // ids of the provider begin with what they are of
        return switch (route) {
            case "GET /v1/subscriptions/id" ->
                knowing(SubscriptionRetrieveParams.class, form).orElseGet(() -> subscription(last(path)));
            case "GET /v1/customers/id" ->
                knowing(CustomerRetrieveParams.class, form).orElseGet(() -> customer(last(path)));
            case "GET /v1/prices" -> knowing(PriceListParams.class, form).orElseGet(() -> prices(form));
            case "GET /v1/subscription_items" ->
                knowing(SubscriptionItemListParams.class, form).orElseGet(this::items);
            case "POST /v1/subscription_items" ->
                knowing(SubscriptionItemCreateParams.class, form).orElseGet(() -> addItem(form, headers));
            case "POST /v1/billing/meter_events" ->
                knowing(MeterEventCreateParams.class, form).orElseGet(() -> event(form));
            case "GET /v1/billing/meters" ->
                knowing(MeterListParams.class, form).orElseGet(StandInMetering::meters);
            case "GET /v1/billing/meters/id/event_summaries" ->
                knowing(MeterEventSummariesParams.class, form).orElseGet(() -> summaries(path, form));
            default -> refuse("Unrecognized request URL (" + method + ": " + path + ").");
        };
    }

    private Optional<StripeAnswer> knowing(Class<?> parameters, Map<String, String> form) {
        return StrictParameters.unknown(parameters, form.keySet())
                .map(name -> refuse("Received unknown parameter: " + name));
    }

    private StripeAnswer subscription(String id) {
        ObjectNode json =
                Json.object().put("id", id).put("object", "subscription").putNull("default_payment_method");
        return read(json, Subscription.class);
    }

    private StripeAnswer customer(String id) {
        ObjectNode json = Json.object().put("id", id).put("object", "customer");
        json.putObject("invoice_settings").put("default_payment_method", hasCard ? "pm_1" : null);
        return read(json, Customer.class);
    }

    private StripeAnswer prices(Map<String, String> form) {
        ObjectNode json = Json.object().put("object", "list").put("has_more", false);
        ArrayNode data = json.putArray("data");
        if (hasPrices) {
            ObjectNode price = Json.object()
                    .put("id", "price_of_" + form.get("lookup_keys[0]"))
                    .put("object", "price")
                    .put("lookup_key", form.get("lookup_keys[0]"));
            read(price, Price.class);
            data.add(price);
        }
        return StripeAnswer.ok(json);
    }

    private StripeAnswer items() {
        ObjectNode json = Json.object().put("object", "list").put("has_more", false);
        ArrayNode data = json.putArray("data");
        items.forEach(price -> data.add(item(price)));
        return StripeAnswer.ok(json);
    }

    private StripeAnswer addItem(Map<String, String> form, Headers headers) {
        String key = headers.getFirst("Idempotency-Key");
        if (key == null) {
            return refuse("This test wants an Idempotency-Key.");
        }
        return sameKeys.computeIfAbsent(key, first -> {
            String price = form.get("price");
            if (items.contains(price)) {
                return refuse("Cannot add multiple subscription items with the same plan: " + price);
            }
            items.add(price);
            return read(item(price), SubscriptionItem.class);
        });
    }

    private StripeAnswer event(Map<String, String> form) {
        heard.incrementAndGet();
        Instant now = clock.instant();
        Instant at = Instant.ofEpochSecond(Long.parseLong(form.get("timestamp")));
        if (at.isBefore(now.minus(Duration.ofDays(35))) || at.isAfter(now.plus(Duration.ofMinutes(5)))) {
            return refuse("The timestamp must be within the past 35 calendar days or up to 5 minutes in the future.");
        }
        String identifier = form.get("identifier");
        long value = Long.parseLong(form.get("payload[value]"));
        if (identifier.length() > 100 || value <= 0) {
            return refuse("Invalid identifier or value.");
        }
        if (gone.contains(form.get("payload[stripe_customer_id]"))) {
            return StripeAnswer.refused(400, "No such customer.");
        }
        boolean isKnown = counted.stream()
                .anyMatch(one ->
                        one.identifier().equals(identifier) && one.heardAt().isAfter(now.minus(Duration.ofHours(24))));
        if (eventStatus != 200 && !countsAllTheSame) {
            return new StripeAnswer(eventStatus, Json.object());
        }
        if (isKnown) {
            return StripeAnswer.refused(400, "An event already exists with identifier " + identifier + ".");
        }
        counted.add(new Counted(
                form.get("event_name"), form.get("payload[stripe_customer_id]"), identifier, value, at, now));
        ObjectNode json = Json.object()
                .put("object", "billing.meter_event")
                .put("identifier", identifier)
                .put("event_name", form.get("event_name"));
        return eventStatus == 200 ? read(json, MeterEvent.class) : new StripeAnswer(eventStatus, Json.object());
    }

    private static StripeAnswer meters() {
        ObjectNode json = Json.object().put("object", "list").put("has_more", false);
        ArrayNode data = json.putArray("data");
        for (String key : List.of("ai_messages", "form_submissions", "cdn_bandwidth", "mcp_calls")) {
            data.addObject().put("id", "mtr_" + key).put("event_name", "cms_overage_" + key);
        }
        return StripeAnswer.ok(json);
    }

    private StripeAnswer summaries(String path, Map<String, String> form) {
        long start = Long.parseLong(form.get("start_time"));
        long end = Long.parseLong(form.get("end_time"));
        if (start % 60 != 0 || end % 60 != 0) {
            return refuse("Times must align with minute boundaries.");
        }
        if (gone.contains(form.get("customer"))) {
            return StripeAnswer.refused(400, "No such customer.");
        }
        String event = "cms_overage_" + path.split("/")[4].substring("mtr_".length());
        long sum = counted.stream()
                .filter(one -> one.event().equals(event) && one.customer().equals(form.get("customer")))
                .filter(one -> one.at().getEpochSecond() >= start && one.at().getEpochSecond() < end)
                .mapToLong(Counted::value)
                .sum();
        ObjectNode json = Json.object().put("object", "list").put("has_more", false);
        json.putArray("data").addObject().put("id", "mtrusg_1").put("aggregated_value", (double) sum);
        return StripeAnswer.ok(json);
    }

    private static ObjectNode item(String price) {
        ObjectNode item = Json.object().put("id", "si_" + price).put("object", "subscription_item");
        item.putObject("price").put("id", price).put("object", "price");
        return item;
    }

    /** The library reads it, so this is how the provider would say it. */
    private static StripeAnswer read(ObjectNode json, Class<?> model) {
        if (StripeCollection.class.isAssignableFrom(model)
                || ApiResource.GSON.fromJson(json.toString(), model) == null) {
            throw new IllegalStateException("The library does not read " + json);
        }
        return StripeAnswer.ok(json);
    }

    private StripeAnswer refuse(String message) {
        refusals.add(message);
        return StripeAnswer.refused(400, message);
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
