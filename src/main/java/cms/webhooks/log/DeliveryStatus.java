package cms.webhooks.log;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The states of a delivery (spec 3). */
public enum DeliveryStatus {
    PENDING,
    RETRYING,
    DELIVERED,
    FAILED;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<DeliveryStatus> of(String wireName) {
        return Arrays.stream(values())
                .filter(status -> status.wireName().equals(wireName))
                .findFirst();
    }
}
