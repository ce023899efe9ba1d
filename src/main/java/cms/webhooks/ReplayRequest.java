package cms.webhooks;

import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.webhooks.endpoint.EventKind;
import cms.webhooks.log.DeliveryLogStore;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** A request to send the deliveries of a period again. */
record ReplayRequest(Instant since, Instant until, boolean failedOnly, List<String> events) {
    private static final String FAILED = "failed";
    private static final String ALL = "all";

    /** @throws Failure INVALID without {@code since}, and for an invalid member */
    static ReplayRequest parse(Body body, Instant now) {
        Instant since = instant("since", body.requiredText("since"));
        Instant until = body.text("until").map(text -> instant("until", text)).orElse(now.plusMillis(1));
        String status = body.text("status").orElse(FAILED);
        if (!status.equals(FAILED) && !status.equals(ALL)) {
            throw Failure.invalid("`status` must be failed or all.");
        }
        List<String> events = body.texts("events")
                .map(EventKind::subscription)
                .map(ReplayRequest::names)
                .orElseGet(() -> names(Arrays.asList(EventKind.values())));
        return new ReplayRequest(since, until, status.equals(FAILED), events);
    }

    DeliveryLogStore.Replayed of(String webhookId) {
        return new DeliveryLogStore.Replayed(webhookId, since, until, failedOnly, events);
    }

    private static List<String> names(Collection<EventKind> kinds) {
        return kinds.stream().map(EventKind::wireName).toList();
    }

    private static Instant instant(String name, String text) {
        try {
            return Instant.ofEpochMilli(OffsetDateTime.parse(text).toInstant().toEpochMilli());
        } catch (DateTimeException | ArithmeticException malformed) {
            throw Failure.invalid("`" + name + "` must be an instant such as 2026-01-31T12:00:00Z.")
                    .causedBy(malformed);
        }
    }
}
