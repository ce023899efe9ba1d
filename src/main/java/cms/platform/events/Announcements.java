package cms.platform.events;

import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.jobs.Jobs;
import cms.platform.json.Json;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries announcements (records that belong to the announcing room) to their listeners.
 *
 * <p>{@code within} listeners write rows in the announcing transaction. {@code after} listeners are called
 * once it has committed, in order, at least once: what a crash interrupts is told again after the restart.
 */
public final class Announcements implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Announcements.class);
    private static final Duration RETRY_EVERY = Duration.ofSeconds(10);

    private final Database database;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final AnnouncementStore store = new AnnouncementStore();
    private final List<Within<?>> within = new ArrayList<>();
    private final List<After<?>> after = new ArrayList<>();
    private final ExecutorService teller =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().name("announcements").factory());

    public Announcements(Database database, Jobs jobs, InstantSource clock) {
        this.database = database;
        this.clock = clock;
        jobs.recurring("tell-announcements", RETRY_EVERY, this::tellDue);
    }

    public <T extends Record> void within(Class<T> kind, BiConsumer<Tx, T> listener) {
        within.add(new Within<>(kind, listener));
    }

    /** @param name stable over restarts and unique, for instance {@code delivery.project-deleted} */
    public <T extends Record> void after(Class<T> kind, String name, Consumer<T> listener) {
        after.add(new After<>(kind, name, listener));
    }

    public void announce(Tx tx, Record announcement) {
        within.forEach(listener -> listener.tell(tx, announcement));
        boolean toBeTold = false;
        for (After<?> listener : after) {
            if (listener.kind().isInstance(announcement)) {
                String kind = announcement.getClass().getSimpleName();
                store.insert(tx, new Pending(random.uuid(), listener.name(), kind, Json.text(announcement), 0), clock);
                toBeTold = true;
            }
        }
        if (toBeTold) {
            tx.afterCommit(() -> teller.execute(this::tellDue));
        }
    }

    @Override
    public void close() {
        teller.close();
    }

    private void tellDue() {
        for (Pending pending : database.read(tx -> store.due(tx, clock.millis()))) {
            after.stream()
                    .filter(listener -> listener.name().equals(pending.listener()))
                    .forEach(listener -> tell(listener, pending));
        }
    }

    private void tell(After<?> listener, Pending pending) {
        try {
            listener.tell(pending.body());
            database.writing(tx -> store.delete(tx, pending.id()));
        } catch (RuntimeException failed) {
            LOG.warn("listener {} failed, it is told again", listener.name(), failed);
            long wait = RETRY_EVERY.toMillis() * Math.min(60, 1 + pending.attempts());
            database.writing(tx -> store.postpone(tx, pending.id(), clock.millis() + wait));
        }
    }

    private record Within<T extends Record>(Class<T> kind, BiConsumer<Tx, T> listener) {
        void tell(Tx tx, Record announcement) {
            if (kind.isInstance(announcement)) {
                listener.accept(tx, kind.cast(announcement));
            }
        }
    }

    private record After<T extends Record>(Class<T> kind, String name, Consumer<T> listener) {
        void tell(String body) {
            listener.accept(Json.read(Json.parse(body), kind));
        }
    }
}
