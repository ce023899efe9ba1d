package cms.platform.http.body;

import cms.platform.failure.Failure;
import cms.platform.http.edge.Admission;
import cms.platform.limits.NetworkPlaces;
import cms.platform.limits.Networks;
import java.io.IOException;

/**
 * Limits the requests of unknown callers whose clients are waited for in the middle of a body, all together and of each
 * address: a silent client costs its sender nothing, and this process a thread and buffers.
 */
final class WaitedFor {
    private final NetworkPlaces places;

    WaitedFor(int most) {
        this.places = new NetworkPlaces(most);
    }

    /** @param permit of the request, released while its client is waited for */
    Client client(String address, Admission.Permit permit) {
        return new Client(places, Networks.of(address), permit);
    }

    /** The client of one request. */
    record Client(NetworkPlaces places, String network, Admission.Permit permit) {
        /**
         * Reads from a client of whom nothing is known.
         *
         * @throws Failure UNAVAILABLE while too many of this address, or of all, are waited for
         */
        int readAsUnknown(Admission.Reading reading) throws IOException {
            if (!places.take(network)) {
                throw Failure.unavailable(Admission.SENTENCE).withRetryAfter(Admission.COME_BACK);
            }
            try {
                return permit.outside(reading);
            } finally {
                places.giveBack(network);
            }
        }
    }
}
