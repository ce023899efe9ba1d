package cms.platform.http.body;

import cms.platform.failure.Failure;
import cms.platform.http.edge.Admission;
import cms.platform.limits.Networks;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limits the bytes that requests hold at the same time, with a share for each caller, so that none uses up another's.
 *
 * <p>Callers without credentials get an eighth of the total together, and each address an eighth of that. Among known
 * callers a person or key gets a quarter, a workspace and an address half. Bytes of known callers do not count for the
 * unknown ones of their address, who could not sign in otherwise.
 */
public final class Shares {
    private static final int UNKNOWN_PARTS = 8;
    private static final int ADDRESS_OF_UNKNOWN_PARTS = 8;
    private static final int CALLER_PARTS = 4;
    private static final int GROUP_PARTS = 2;

    private final long bytesMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Long> heldBy = new HashMap<>();
    private long held;
    private long heldByUnknown;

    public Shares(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** A share for one request, at first counted for its address only. */
    public Share of(String address) {
        return new Share(Networks.of(address));
    }

    /** The bytes that one request holds; closing it releases them. */
    public final class Share implements AutoCloseable {
        private final Map<String, Long> most = new HashMap<>();
        private final String address;
        private boolean known;
        private long mine;
        private boolean closed;

        private Share(String address) {
            this.address = address;
            most.put(unknown(), bytesMax / UNKNOWN_PARTS / ADDRESS_OF_UNKNOWN_PARTS);
        }

        /** Counts this share for a person or a key with valid credentials from now on. */
        public void countForCaller(String caller) {
            lock.lock();
            try {
                if (!known) {
                    known = true;
                    heldByUnknown -= mine;
                    most.remove(unknown());
                    count(unknown(), -mine);
                    add("address " + address, bytesMax / GROUP_PARTS);
                }
                add("caller " + caller, bytesMax / CALLER_PARTS);
            } finally {
                lock.unlock();
            }
        }

        /** Counts this share for a workspace as well from now on. */
        public void countForWorkspace(String workspaceId) {
            lock.lock();
            try {
                add("workspace " + workspaceId, bytesMax / GROUP_PARTS);
            } finally {
                lock.unlock();
            }
        }

        private String unknown() {
            return "unknown " + address;
        }

        private void add(String subject, long bytes) {
            if (most.put(subject, bytes) == null) {
                count(subject, mine);
            }
        }

        /** Whether so many bytes would fit beside what this request holds if no other request held any. */
        boolean mayEverHold(long bytes) {
            lock.lock();
            try {
                return most.values().stream().allMatch(share -> mine + bytes <= share);
            } finally {
                lock.unlock();
            }
        }

        /**
         * Holds more.
         *
         * @throws Failure UNAVAILABLE when this caller's share, or the total, is used up
         * @throws CancellationException when the request has ended while work for it still runs
         */
        public void take(long bytes) {
            if (!takeIfFree(bytes)) {
                throw Failure.unavailable(Admission.SENTENCE).withRetryAfter(Admission.COME_BACK);
            }
        }

        /**
         * Holds more; false, with nothing held, when this caller's share, or the total, is used up.
         *
         * @throws CancellationException when the request has ended while work for it still runs
         */
        boolean takeIfFree(long bytes) {
            lock.lock();
            try {
                if (closed) {
                    throw new CancellationException("the request has ended");
                }
                boolean fits = held + bytes <= bytesMax
                        && (known || heldByUnknown + bytes <= bytesMax / UNKNOWN_PARTS)
                        && most.entrySet().stream()
                                .allMatch(one -> heldBy.getOrDefault(one.getKey(), 0L) + bytes <= one.getValue());
                hold(fits ? bytes : 0);
                return fits;
            } finally {
                lock.unlock();
            }
        }

        void giveBack(long bytes) {
            lock.lock();
            try {
                hold(closed ? 0 : -bytes);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() {
            lock.lock();
            try {
                closed = true;
                hold(-mine);
            } finally {
                lock.unlock();
            }
        }

        private void hold(long more) {
            mine += more;
            held += more;
            if (!known) {
                heldByUnknown += more;
            }
            most.keySet().forEach(subject -> count(subject, more));
        }

        /**
         * Counts bytes of a caller; one that holds none has no entry, or the map would keep every address that ever
         * called.
         */
        private void count(String subject, long more) {
            if (more != 0) {
                heldBy.merge(subject, more, (before, added) -> before + added == 0 ? null : before + added);
            }
        }
    }
}
