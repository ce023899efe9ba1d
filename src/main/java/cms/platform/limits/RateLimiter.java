package cms.platform.limits;

/** Counts events in sliding windows; in this process now, in a shared store later. */
public interface RateLimiter {
    /**
     * Counts one event and says whether it was still allowed; a refused event is not counted.
     *
     * @param subject the limited party, for instance an address or a key id
     */
    default RateDecision take(RateLimit limit, String subject) {
        return take(limit, subject, 1);
    }

    /**
     * Counts several events together, all or none.
     *
     * @param events at least 1
     */
    RateDecision take(RateLimit limit, String subject, int events);
}
