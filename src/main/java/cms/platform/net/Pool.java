package cms.platform.net;

import java.time.Duration;

/**
 * The purposes of connection pools: work of one purpose never waits for a connection that another one holds.
 *
 * <p>A destination is a scheme, host, port, and the tag of the request ({@link WebRequest#tagged}).
 */
enum Pool {
    /** URLs of the settings: identity provider, Git host, bucket, payment provider. */
    SETTINGS(32, Duration.ofSeconds(30), Duration.ZERO),

    /** Models think in silence and many conversations wait for one host. */
    MODELS(256, Duration.ofMinutes(2), Duration.ZERO),

    /** URLs that somebody outside wrote. */
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

    /** Whether an operator wrote where it goes. */
    boolean isOfSettings() {
        return this == SETTINGS || this == MODELS;
    }

    int perDestinationMax() {
        return perDestinationMax;
    }

    /** How long a connection may be silent, whether it rests or somebody waits. */
    Duration idleMax() {
        return idleMax;
    }

    /** When a destination that nobody asks any more is forgotten; zero for never. */
    Duration destinationIdleMax() {
        return destinationIdleMax;
    }
}
