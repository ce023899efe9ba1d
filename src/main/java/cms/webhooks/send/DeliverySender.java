package cms.webhooks.send;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.net.HeadAnswer;
import cms.platform.net.HeadClient;
import cms.platform.net.RetryAfter;
import cms.platform.net.WebRequest;
import cms.webhooks.log.DeliveryAttempt;
import cms.webhooks.log.DueDelivery;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Makes one attempt to send a delivery, and returns its outcome. */
public final class DeliverySender {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int RESPONSE_BYTES_MAX = 4096;

    private final HeadClient out;
    private final InstantSource clock;

    public DeliverySender(HeadClient out, InstantSource clock) {
        this.out = out;
        this.clock = clock;
    }

    /**
     * The outcome of an attempt.
     *
     * @param retryAfter pause that the receiver asked for
     */
    public record AttemptResult(DeliveryAttempt attempt, Optional<Duration> retryAfter) {
        private static final int GONE = 410;

        boolean isGone() {
            Integer status = attempt.status();
            return status != null && status == GONE;
        }

        /** Whether there was no answer: the receiver hangs or cannot be reached. */
        boolean isSilence() {
            return attempt.status() == null;
        }
    }

    /** Sends a delivery; blocks for ten seconds at most. */
    public AttemptResult send(DeliveryTarget target, DueDelivery due) {
        Instant now = clock.instant();
        byte[] body = due.body().getBytes(StandardCharsets.UTF_8);
        WebRequest request = new WebRequest(
                        "POST", target.url(), headers(target, due, body, now), body, TIMEOUT, RESPONSE_BYTES_MAX)
                .tagged(target.webhookId())
                .repeatable(); // a receiver knows the id; it may close a connection that rests as it is used again
        long began = System.nanoTime();
        try {
            HeadAnswer answer = out.send(request);
            boolean redirect = answer.status() / 100 == 3;
            DeliveryAttempt attempt = new DeliveryAttempt(
                    now,
                    answer.status(),
                    redirect ? "redirect" : null,
                    since(began),
                    new String(answer.beginning(), StandardCharsets.UTF_8));
            return new AttemptResult(
                    attempt, attempt.succeeded() ? Optional.empty() : RetryAfter.of(answer::header, now));
        } catch (Failure failed) {
            return new AttemptResult(
                    new DeliveryAttempt(now, null, word(failed.kind()), since(began), null), Optional.empty());
        }
    }

    private static String word(FailureKind kind) {
        return switch (kind) {
            case INVALID -> "address_refused";
            case UNAVAILABLE -> "timeout";
            default -> "connection";
        };
    }

    private static long since(long began) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    }

    private static Map<String, String> headers(DeliveryTarget target, DueDelivery due, byte[] body, Instant now) {
        long seconds = now.getEpochSecond();
        String previous = target.previous();
        String signatures = DeliverySignature.standard(target.secret(), due.id(), seconds, body);
        Map<String, String> headers = new LinkedHashMap<>(target.headers());
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "cms-webhooks");
        headers.put("webhook-id", due.id());
        headers.put("webhook-timestamp", Long.toString(seconds));
        headers.put("X-Cms-Event", due.event());
        headers.put("X-Cms-Sequence", Long.toString(due.sequence()));
        headers.put("X-Cms-Signature", DeliverySignature.plain(target.secret(), body));
        if (previous != null) {
            signatures += " " + DeliverySignature.standard(previous, due.id(), seconds, body);
            headers.put("X-Cms-Signature-Previous", DeliverySignature.plain(previous, body));
        }
        headers.put("webhook-signature", signatures);
        return headers;
    }
}
