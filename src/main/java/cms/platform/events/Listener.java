package cms.platform.events;

import cms.platform.db.Database;
import cms.platform.jobs.Lease;
import cms.platform.jobs.Leases;
import cms.platform.json.Json;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One durable listener: called with one announcement at a time, never by two threads, never by two instances, never
 * held up by others. Where an instance falls silent in a call, another one calls once its lease has ended.
 */
final class Listener<T extends Record> {
    private static final Logger LOG = LoggerFactory.getLogger(Announcements.class);
    private static final Duration RETRY_EVERY = Duration.ofSeconds(10);
    private static final int WAITS_MAX = 60;
    private static final int BATCH = 100;
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    /** The parts that all listeners share; announcements are published on the threads of {@code publishers}. */
    record Shared(Database database, Leases leases, InstantSource clock, ExecutorService publishers) {}

    private final Shared shared;
    private final Class<T> kind;
    private final String name;
    private final Function<T, String> subject;
    private final Consumer<T> action;
    private final AnnouncementStore store = new AnnouncementStore();
    private final AtomicInteger asked = new AtomicInteger();

    /** @param subject maps an announcement to its subject: one that fails holds up others of it */
    Listener(Shared shared, Class<T> kind, String name, Function<T, String> subject, Consumer<T> action) {
        this.shared = shared;
        this.kind = kind;
        this.name = name;
        this.subject = subject;
        this.action = action;
    }

    String name() {
        return name;
    }

    boolean listensTo(Record announcement) {
        return kind.isInstance(announcement);
    }

    String subjectOf(Record announcement) {
        return subject.apply(kind.cast(announcement));
    }

    /** Starts publishing the pending announcements; calls while that is going on are merged into it. */
    void wake() {
        if (asked.getAndIncrement() > 0) {
            return;
        }
        try {
            shared.publishers().execute(this::publishUntilNobodyAsks);
        } catch (RejectedExecutionException stopping) {
            LOG.debug("{} gets its announcements after the next start", name, stopping);
        }
    }

    private void publishUntilNobodyAsks() {
        int answered;
        do {
            answered = asked.get();
            try {
                publishAll();
            } catch (RuntimeException | Error failed) {
                LOG.error("the announcements to {} cannot be read; they are published at the next look", name, failed);
            }
        } while (asked.addAndGet(-answered) > 0);
    }

    /** Publishes while anything is due, each time once it is the turn of this instance. */
    private void publishAll() {
        while (isDue()) {
            Optional<Lease> turn = shared.leases().await("announcements:" + name, LOOK_EVERY, this::isDue);
            turn.ifPresent(mine -> {
                try (mine) {
                    publishDue(mine);
                }
            });
        }
    }

    private boolean isDue() {
        return !shared.publishers().isShutdown() && !due(1).isEmpty();
    }

    private List<Pending> due(int max) {
        return shared.database().read(tx -> store.due(tx, name, shared.clock().millis(), max));
    }

    private void publishDue(Lease turn) {
        List<Pending> due = due(BATCH);
        while (!due.isEmpty()) {
            Set<String> heldUp = new HashSet<>();
            for (Pending pending : due) {
                boolean waits = heldUp.contains(pending.subject());
                if (shared.publishers().isShutdown() || !waits && !publish(pending, turn, heldUp)) {
                    return;
                }
            }
            due = due(BATCH);
        }
    }

    /**
     * Publishes one announcement; where it has to be repeated, its subject is added to those whose later announcements
     * wait for it.
     *
     * @return whether it is still the turn of this instance
     */
    private boolean publish(Pending pending, Lease turn, Set<String> heldUp) {
        try {
            action.accept(Json.read(Json.parse(pending.body()), kind));
        } catch (RuntimeException | Error failed) {
            LOG.warn("listener {} failed, it is tried again", name, failed);
            if (pending.attempts() + 1 < AnnouncementStore.ATTEMPTS_IN_ORDER) {
                heldUp.add(pending.subject());
            }
            long wait = RETRY_EVERY.toMillis() * Math.min(WAITS_MAX, 1 + pending.attempts());
            return shared.database().write(tx -> {
                store.postpone(tx, pending.id(), shared.clock().millis() + wait);
                return turn.isHeld(tx);
            });
        }
        return shared.database().write(tx -> {
            store.delete(tx, pending.id());
            return turn.isHeld(tx);
        });
    }
}
