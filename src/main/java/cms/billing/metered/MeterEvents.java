package cms.billing.metered;

import cms.platform.net.WebAnswer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Reports used units to the payment provider, and asks for the units that it has counted. */
final class MeterEvents {
    private static final Logger LOG = LoggerFactory.getLogger(MeterEvents.class);
    private static final String METERS = "/v1/billing/meters";
    private static final String METERS_MAX = "100";
    private static final int PAGES_MAX = 20;
    private static final int BAD_REQUEST = 400;

    private final StripeApi api;

    MeterEvents(StripeApi api) {
        this.api = api;
    }

    /**
     * Sends a report; true when the provider has the units, also when it refuses the report as a repeat.
     *
     * @throws cms.platform.failure.Failure BAD_GATEWAY or UNAVAILABLE where there was no answer
     */
    boolean report(MeterReport report, Instant at) {
        Map<String, String> event = new LinkedHashMap<>();
        event.put("event_name", MeterReport.event(report.meter()));
        event.put("identifier", report.identifier());
        event.put("timestamp", Long.toString(at.getEpochSecond()));
        event.put("payload[value]", Long.toString(report.units()));
        event.put("payload[stripe_customer_id]", report.customerId());
        WebAnswer answer = api.attempt("/v1/billing/meter_events", event);
        String refusal = answer.json()
                .map(json -> json.at("/error/message").asString(""))
                .orElse("");
        boolean isReported = answer.isSuccess()
                || (answer.status() == BAD_REQUEST && refusal.startsWith("An event already exists with identifier"));
        if (!isReported) {
            LOG.warn("the payment provider answered {} to a meter event; it is sent again", answer.status());
        }
        return isReported;
    }

    /**
     * The units that the provider has counted for the meter, customer and month of a report; empty when it has no such
     * meter.
     *
     * @throws cms.platform.failure.Failure BAD_GATEWAY or UNAVAILABLE when the provider does not answer
     */
    Optional<Long> counted(MeterReport report) {
        return meter(MeterReport.event(report.meter())).map(id -> {
            Map<String, String> asked = new LinkedHashMap<>();
            asked.put("customer", report.customerId());
            asked.put("start_time", Long.toString(report.start().getEpochSecond()));
            asked.put("end_time", Long.toString(report.end().getEpochSecond()));
            asked.put("limit", METERS_MAX);
            return api.get(METERS + "/" + StripeApi.encode(id) + "/event_summaries", asked)
                    .path("data")
                    .valueStream()
                    .mapToLong(summary ->
                            Math.round(summary.path("aggregated_value").asDouble(0)))
                    .sum();
        });
    }

    /** Whether the provider answers at all, be it with a refusal, so that a failure before concerned one report. */
    boolean isAnswered() {
        return api.isAnswered(METERS + "?limit=1");
    }

    private Optional<String> meter(String event) {
        Map<String, String> asked = new LinkedHashMap<>(Map.of("status", "active", "limit", METERS_MAX));
        for (int page = 0; page < PAGES_MAX; page++) {
            JsonNode answer = api.get(METERS, asked);
            String last = "";
            for (JsonNode meter : answer.path("data")) {
                last = meter.path("id").asString("");
                if (meter.path("event_name").asString("").equals(event)) {
                    return Optional.of(last);
                }
            }
            if (last.isEmpty() || !answer.path("has_more").asBoolean(false)) {
                break;
            }
            asked.put("starting_after", last);
        }
        LOG.warn("the payment provider has no active meter of the event {}", event);
        return Optional.empty();
    }
}
