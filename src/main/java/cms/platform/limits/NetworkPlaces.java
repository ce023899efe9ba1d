package cms.platform.limits;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts what is done for many networks at a time, of which one has a fourth of the places at most. */
public final class NetworkPlaces {
    private static final int NETWORK_PARTS = 4;

    private final int most;
    private final AtomicInteger all = new AtomicInteger();
    private final Map<String, Integer> byNetwork = new ConcurrentHashMap<>();

    public NetworkPlaces(int most) {
        this.most = most;
    }

    /**
     * Takes a place; false while all, or those of this network, are taken.
     *
     * @param network as {@link Networks#of} names it
     */
    public boolean take(String network) {
        boolean anyFree = all.incrementAndGet() <= most;
        boolean ownFree = byNetwork.merge(network, 1, Integer::sum) <= most / NETWORK_PARTS;
        if (!anyFree || !ownFree) {
            giveBack(network);
        }
        return anyFree && ownFree;
    }

    public void giveBack(String network) {
        all.decrementAndGet();
        byNetwork.computeIfPresent(network, (same, count) -> count == 1 ? null : count - 1);
    }
}
