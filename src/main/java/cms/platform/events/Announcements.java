package cms.platform.events;

import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.jobs.Jobs;
import cms.platform.jobs.Leases;
import cms.platform.json.Json;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Publishes announcements (records that belong to the announcing room) to their listeners.
 *
 * <p>{@code within} listeners write rows in the announcing transaction. {@code after} listeners are called once it has
 * committed, each in order and at least once, by one instance at a time: a call interrupted by a crash is repeated
 * after the restart or by another instance, and a failed one before any newer announcement of the same subject (after
 * ten failures the newer ones pass it).
 */
public final class Announcements implements AutoCloseable {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(10);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(2);

    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final AnnouncementStore store = new AnnouncementStore();
    private final List<Within<?>> within = new ArrayList<>();
    private final List<Listener<?>> after = new ArrayList<>();
    private final ExecutorService publishers = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("announcements-", 0).factory());
    private final Listener.Shared shared;

    public Announcements(Database database, Jobs jobs, Leases leases, InstantSource clock) {
        this.clock = clock;
        this.shared = new Listener.Shared(database, leases, clock, publishers);
        jobs.recurring("tell-announcements", LOOK_EVERY, () -> wake(after));
    }

    public <T extends Record> void within(Class<T> kind, BiConsumer<Tx, T> listener) {
        within.add(new Within<>(kind, listener));
    }

    /**
     * @param name stable over restarts and unique, for instance {@code delivery.project-deleted}
     * @throws IllegalStateException when the name is taken
     */
    public <T extends Record> void after(Class<T> kind, String name, Consumer<T> listener) {
        after(kind, name, announcement -> "", listener);
    }

    /**
     * As above, with order kept only among announcements of one subject: one that fails does not hold up others.
     *
     * @param subject maps an announcement to its subject, for instance the id of a project
     */
    public <T extends Record> void after(
            Class<T> kind, String name, Function<T, String> subject, Consumer<T> listener) {
        if (after.stream().anyMatch(other -> other.name().equals(name))) {
            throw new IllegalStateException("Two listeners are called " + name + ".");
        }
        after.add(new Listener<>(shared, kind, name, subject, listener));
    }

    public void announce(Tx tx, Record announcement) {
        within.forEach(listener -> listener.publish(tx, announcement));
        List<Listener<?>> listening = after.stream()
                .filter(listener -> listener.listensTo(announcement))
                .toList();
        String kind = announcement.getClass().getSimpleName();
        for (Listener<?> listener : listening) {
            String subject = listener.subjectOf(announcement);
            Pending pending = new Pending(random.uuid(), listener.name(), kind, subject, Json.text(announcement), 0);
            store.insert(tx, pending, clock.millis());
        }
        if (!listening.isEmpty()) {
            tx.afterCommit(() -> wake(listening));
        }
    }

    /** Waits for the listener that is being called now; all other announcements stay pending for the next start. */
    @Override
    public void close() {
        publishers.shutdown();
        try {
            if (!publishers.awaitTermination(STOP_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                publishers.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            publishers.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private void wake(List<Listener<?>> listeners) {
        listeners.forEach(Listener::wake);
    }

    private record Within<T extends Record>(Class<T> kind, BiConsumer<Tx, T> listener) {
        void publish(Tx tx, Record announcement) {
            if (kind.isInstance(announcement)) {
                listener.accept(tx, kind.cast(announcement));
            }
        }
    }
}
