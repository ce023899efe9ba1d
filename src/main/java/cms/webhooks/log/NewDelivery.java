package cms.webhooks.log;

import org.jspecify.annotations.Nullable;

/**
 * A new delivery of an event to one receiver.
 *
 * @param id constant over all attempts; receivers see it as {@code webhook-id}
 * @param sequence number among the events of one receiver, from 1 without a gap
 * @param push the commits of a push whose models are looked up before the first attempt; null for none
 */
public record NewDelivery(
        String id,
        String webhookId,
        String event,
        long sequence,
        String body,
        @Nullable String push) {}
