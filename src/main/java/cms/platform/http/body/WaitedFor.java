package cms.platform.http.body;

import cms.platform.failure.Failure;
import cms.platform.http.edge.Admission;
import cms.platform.limits.Networks;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the requests of unknown callers whose clients are waited for in the middle of a body, all together and of each
 * address: a silent client costs its sender nothing, and this process a thread and buffers.
 */
final class WaitedFor {
    private static final int ADDRESS_PARTS = 4;

    private final int most;
    private final AtomicInteger all = new AtomicInteger();
    private final Map<String, Integer> byNetwork = new ConcurrentHashMap<>();

    WaitedFor(int most) {
        this.most = most;
    }

    /** @param permit of the request, released while its client is waited for */
    Client client(String address, Admission.Permit permit) {
        return new Client(this, Networks.of(address), permit);
    }

    /** The client of one request. */
    record Client(WaitedFor all, String network, Admission.Permit permit) {
        /**
         * Reads from a client of whom nothing is known.
         *
         * @throws Failure UNAVAILABLE while too many of this address, or of all, are waited for
         */
        int readAsUnknown(Admission.Reading reading) throws IOException {
            all.begin(network);
            try {
                return permit.outside(reading);
            } finally {
                all.end(network);
            }
        }
    }

    private void begin(String network) {
        boolean anyFree = all.incrementAndGet() <= most;
        boolean ownFree = byNetwork.merge(network, 1, Integer::sum) <= most / ADDRESS_PARTS;
        if (!anyFree || !ownFree) {
            end(network);
            throw Failure.unavailable(Admission.SENTENCE).withRetryAfter(Admission.COME_BACK);
        }
    }

    private void end(String network) {
        all.decrementAndGet();
        byNetwork.computeIfPresent(network, (same, count) -> count == 1 ? null : count - 1);
    }
}
