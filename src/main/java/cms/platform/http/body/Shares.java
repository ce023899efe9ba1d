package cms.platform.http.body;

import cms.platform.failure.Failure;
import cms.platform.http.edge.Admission;
import cms.platform.limits.Networks;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Bytes that requests hold at the same time, with a share for each caller, so that none uses up another's.
 *
 * <p>Who has not said who they are gets an eighth of all together, and each address an eighth of that. Of those who are
 * known a person or key gets a quarter, a workspace and an address half. What the known hold takes nothing from the unknown
 * of their address, who could not sign in otherwise.
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

    /** The share that one request holds, at first counted for its address alone. */
    public Share of(String address) {
        return new Share(Networks.of(address));
    }

    /** The share that one request holds; given back when it is closed. */
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

        /** From now on it counts for a person or a key whose credentials are good. */
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

        /** From now on it counts for a workspace as well. */
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

        /** Whether there is room for so many bytes beside what this request holds while nobody else holds any. */
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
         * @throws Failure UNAVAILABLE when this caller's share, or all there is, is taken
         * @throws CancellationException when the request has ended, and somebody still computes for it
         */
        public void take(long bytes) {
            lock.lock();
            try {
                if (closed) {
                    throw new CancellationException("the request has ended");
                }
                boolean fits = held + bytes <= bytesMax
                        && (known || heldByUnknown + bytes <= bytesMax / UNKNOWN_PARTS)
                        && most.entrySet().stream()
                                .allMatch(one -> heldBy.getOrDefault(one.getKey(), 0L) + bytes <= one.getValue());
                if (!fits) {
                    throw Failure.unavailable(Admission.SENTENCE).withRetryAfter(Admission.COME_BACK);
                }
                hold(bytes);
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

        /** A caller that holds nothing has no entry, or the map would keep each address that ever called. */
        private void count(String subject, long more) {
            if (more != 0) {
                heldBy.merge(subject, more, (before, added) -> before + added == 0 ? null : before + added);
            }
        }
    }
}
