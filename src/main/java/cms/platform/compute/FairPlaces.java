package cms.platform.compute;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limits how many works that wait for other services run at the same time, for each owner and for this process. Callers
 * without a place wait in one queue for all limits, and the one that has waited longest goes first among those that may
 * run. Where owners belong to an account, which can have any number of them, and another account has come within
 * {@link #SHARED_FOR}, the account gets a further place while it holds fewer than are free: so some remain for others.
 * One that comes alone leaves the last place. Safe for several threads.
 */
public final class FairPlaces {
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);
    private static final String NO_ACCOUNT = "";

    /** Since an account came for a place; nobody waits longer for one. */
    private static final Duration SHARED_FOR = Duration.ofHours(1);

    private final InstantSource clock;
    private final int eachMax;
    private final int allMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final Map<String, Integer> running = new HashMap<>();
    private final Map<String, Integer> ofAccounts = new HashMap<>();
    private final Deque<Waiting> line = new ArrayDeque<>();
    private int all;
    private String lastCame = NO_ACCOUNT;
    private Instant lastCameAt = Instant.MIN;
    private Instant otherCameAt = Instant.MIN;

    private static final class Waiting {
        private final String accountId;
        private final String ownerId;
        private final Condition turn;
        private boolean entered;

        Waiting(String accountId, String ownerId, Condition turn) {
            this.accountId = accountId;
            this.ownerId = ownerId;
            this.turn = turn;
        }
    }

    /**
     * @param clock for the timeout of waiting
     * @param eachMax places for one owner
     * @param allMax places for this process
     */
    public FairPlaces(InstantSource clock, int eachMax, int allMax) {
        this.clock = clock;
        this.eachMax = eachMax;
        this.allMax = allMax;
    }

    /**
     * Takes a place of the owner's and one of this process, which {@link #leave} gives back; waits {@link Outside}.
     *
     * @param wait longest wait for both places
     * @return whether it got both places; also false when the thread was interrupted, whose flag is set then
     */
    public boolean enter(String ownerId, Duration wait) {
        return enter(NO_ACCOUNT, ownerId, wait);
    }

    /**
     * As {@link #enter(String, Duration)}, for an owner who belongs to an account.
     *
     * @param accountId holds the place as well, which {@link #leave(String, String)} gives back
     */
    public boolean enter(String accountId, String ownerId, Duration wait) {
        return Outside.waiting(() -> entered(new Waiting(accountId, ownerId, lock.newCondition()), wait));
    }

    private boolean entered(Waiting self, Duration wait) {
        Instant until = clock.instant().plus(wait);
        lock.lock();
        try {
            came(self.accountId);
            line.add(self);
            admit();
            while (!self.entered && clock.instant().isBefore(until)) {
                self.turn.awaitNanos(LOOK_EVERY.toNanos());
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } finally {
            line.remove(self);
            lock.unlock();
        }
        return self.entered;
    }

    private void came(String accountId) {
        if (!accountId.equals(lastCame)) {
            otherCameAt = lastCameAt;
            lastCame = accountId;
        }
        lastCameAt = clock.instant();
    }

    /** Gives both places back. */
    public void leave(String ownerId) {
        leave(NO_ACCOUNT, ownerId);
    }

    /** Gives the places back that an owner of an account has taken. */
    public void leave(String accountId, String ownerId) {
        lock.lock();
        try {
            running.computeIfPresent(ownerId, (id, count) -> count == 1 ? null : count - 1);
            ofAccounts.computeIfPresent(accountId, (id, count) -> count == 1 ? null : count - 1);
            all--;
            admit();
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void admit() {
        for (Iterator<Waiting> next = line.iterator(); next.hasNext() && all < allMax; ) {
            Waiting first = next.next();
            if (running.getOrDefault(first.ownerId, 0) < eachMax && leavesSome(first.accountId)) {
                running.merge(first.ownerId, 1, Integer::sum);
                ofAccounts.merge(first.accountId, 1, Integer::sum);
                all++;
                first.entered = true;
                first.turn.signal();
                next.remove();
            }
        }
    }

    private boolean leavesSome(String accountId) {
        int free = allMax - all;
        return accountId.equals(NO_ACCOUNT)
                || ofAccounts.getOrDefault(accountId, 0) < free
                || (free > 1 && comesAlone(accountId));
    }

    private boolean comesAlone(String accountId) {
        Instant other = accountId.equals(lastCame) ? otherCameAt : lastCameAt;
        return other.isBefore(clock.instant().minus(SHARED_FOR));
    }

    /** Waits until no place is held, at most for {@code wait}. */
    public void awaitNone(Duration wait) throws InterruptedException {
        lock.lock();
        try {
            long left = wait.toNanos();
            while (all > 0 && left > 0) {
                left = moved.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Number of waiting callers. */
    int waiting() {
        lock.lock();
        try {
            return line.size();
        } finally {
            lock.unlock();
        }
    }

    /** Number of owners that hold or wait for places. */
    int owners() {
        lock.lock();
        try {
            return running.size();
        } finally {
            lock.unlock();
        }
    }
}
