package cms.platform.events;

import cms.platform.db.Database;
import cms.platform.json.Json;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One durable listener: called with one announcement at a time, never by two threads, never held up by others. */
final class Listener<T extends Record> {
    private static final Logger LOG = LoggerFactory.getLogger(Announcements.class);
    private static final Duration RETRY_EVERY = Duration.ofSeconds(10);
    private static final int WAITS_MAX = 60;

    private final Class<T> kind;
    private final String name;
    private final Function<T, String> subject;
    private final Consumer<T> action;
    private final AnnouncementStore store = new AnnouncementStore();
    private final AtomicInteger asked = new AtomicInteger();

    /** @param subject maps an announcement to its subject: one that fails holds up others of it */
    Listener(Class<T> kind, String name, Function<T, String> subject, Consumer<T> action) {
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
    void wake(Database database, InstantSource clock, ExecutorService publishers) {
        if (asked.getAndIncrement() > 0) {
            return;
        }
        try {
            publishers.execute(() -> publishUntilNobodyAsks(database, clock, publishers));
        } catch (RejectedExecutionException stopping) {
            LOG.debug("{} gets its announcements after the next start", name, stopping);
        }
    }

    private void publishUntilNobodyAsks(Database database, InstantSource clock, ExecutorService publishers) {
        int answered;
        do {
            answered = asked.get();
            try {
                publishAll(database, clock, publishers);
            } catch (RuntimeException failed) {
                LOG.error("the announcements to {} cannot be read; they are published at the next look", name, failed);
            }
        } while (asked.addAndGet(-answered) > 0);
    }

    private void publishAll(Database database, InstantSource clock, ExecutorService publishers) {
        List<Pending> due = database.read(tx -> store.due(tx, name, clock.millis()));
        while (!due.isEmpty()) {
            Set<String> heldUp = new HashSet<>();
            for (Pending pending : due) {
                if (publishers.isShutdown()) {
                    return;
                }
                if (!heldUp.contains(pending.subject()) && !publish(database, clock, pending)) {
                    heldUp.add(pending.subject());
                }
            }
            due = database.read(tx -> store.due(tx, name, clock.millis()));
        }
    }

    /** Publishes one announcement; false when it has to be repeated, for which later ones of its subject wait. */
    private boolean publish(Database database, InstantSource clock, Pending pending) {
        try {
            action.accept(Json.read(Json.parse(pending.body()), kind));
        } catch (RuntimeException | StackOverflowError failed) {
            LOG.warn("listener {} failed, it is tried again", name, failed);
            long wait = RETRY_EVERY.toMillis() * Math.min(WAITS_MAX, 1 + pending.attempts());
            database.writing(tx -> store.postpone(tx, pending.id(), clock.millis() + wait));
            return pending.attempts() + 1 >= AnnouncementStore.ATTEMPTS_IN_ORDER;
        }
        database.writing(tx -> store.delete(tx, pending.id()));
        return true;
    }
}
