package cms.platform.limits;

/** Counts events in sliding windows; in this process now, in a shared store later. */
public interface RateLimiter {
    /**
     * Counts one event and says whether it was still allowed; a refused event is not counted.
     *
     * @param subject who is limited, for instance an address or a key id
     */
    Verdict take(RateLimit limit, String subject);
}
