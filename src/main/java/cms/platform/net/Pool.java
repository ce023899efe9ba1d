package cms.platform.net;

import java.time.Duration;

/**
 * The purposes of connection pools; work of one purpose never waits for a connection of another.
 *
 * <p>A destination is a scheme, host, port, and the tag of the request ({@link WebRequest#tagged}).
 */
enum Pool {
    /** URLs of the settings: identity provider, Git host, bucket, payment provider. */
    SETTINGS(32, Duration.ofSeconds(30), Duration.ZERO),

    /** Language models, which are silent for long and have many conversations with one host. */
    MODELS(256, Duration.ofMinutes(2), Duration.ZERO),

    /** URLs from outside. */
    FOREIGN(32, Duration.ofSeconds(30), Duration.ofSeconds(60)),

    /** URLs of webhooks, a destination each. */
    DELIVERIES(8, Duration.ofSeconds(30), Duration.ofSeconds(60));

    private final int perDestinationMax;
    private final Duration idleMax;
    private final Duration destinationIdleMax;

    Pool(int perDestinationMax, Duration idleMax, Duration destinationIdleMax) {
        this.perDestinationMax = perDestinationMax;
        this.idleMax = idleMax;
        this.destinationIdleMax = destinationIdleMax;
    }

    /** Whether its URLs come from the settings. */
    boolean isOfSettings() {
        return this == SETTINGS || this == MODELS;
    }

    int perDestinationMax() {
        return perDestinationMax;
    }

    /** Longest silence of a connection, idle or waited for. */
    Duration idleMax() {
        return idleMax;
    }

    /** Time after which an unused destination is dropped; zero for never. */
    Duration destinationIdleMax() {
        return destinationIdleMax;
    }
}
