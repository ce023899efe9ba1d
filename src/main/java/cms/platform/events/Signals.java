package cms.platform.events;

import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.NotificationListener;
import cms.platform.db.Tx;
import cms.platform.jobs.Ticker;
import cms.platform.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signals about cached state: delivered in this process right after the commit, and in every other instance on the same
 * database within a second (PostgreSQL; on SQLite there is no other instance, and nothing is written).
 *
 * <p>Delivered at least once, in the order of the transactions, to every running instance; none is kept for one that is
 * not running, which reads all state when it starts. A listener must be quick and safe to repeat, and reads no rows.
 */
public final class Signals implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);
    private static final long LOOK_EVERY_MILLIS = 250;
    private static final Duration FORGET_EVERY = Duration.ofMinutes(1);

    private final Database database;
    private final SignalStore store = new SignalStore();
    private final String origin = new RandomTokens().uuid();
    private final AtomicLong position = new AtomicLong();
    private final List<SignalReceiver<?>> receivers = new ArrayList<>();
    private final List<Runnable> gapListeners = new ArrayList<>();
    private final Optional<SignalReader> reader;
    private final Optional<NotificationListener> notifications;
    private final AtomicBoolean asked = new AtomicBoolean();
    private final Ticker ticker = Ticker.inTurn("signals");
    private final Set<String> unknownKinds = new HashSet<>();
    private boolean gapToReport;

    /** From now on no signal of others is missed; they are delivered once {@link #start} was called. */
    public Signals(Database database) {
        this.database = database;
        this.reader = database.isPostgres()
                ? Optional.of(new SignalReader(database, store, origin, FORGET_EVERY))
                : Optional.empty();
        this.notifications = reader.map(from -> database.notifications(() -> lookSoon(from)));
    }

    /** @param kind a small record; its simple name identifies it to instances of every version */
    public <T extends Record> void on(Class<T> kind, Consumer<T> listener) {
        receivers.add(new SignalReceiver<>(kind, listener, true));
    }

    /** As {@link #on}, for signals of other instances only. */
    public <T extends Record> void elsewhere(Class<T> kind, Consumer<T> listener) {
        receivers.add(new SignalReceiver<>(kind, listener, false));
    }

    /**
     * Adds a listener for the case that this instance was cut off for so long that signals may be lost: it must read
     * all its state again. A failed call is repeated at the next poll.
     */
    public void onGap(Runnable listener) {
        gapListeners.add(listener);
    }

    /** Sends a signal once {@code tx} has committed; never after a rollback. */
    public void send(Tx tx, Record signal) {
        if (reader.isPresent()) {
            store.insert(
                    tx,
                    new SignalStore.Row(
                            new RandomTokens().uuid(),
                            0,
                            position.incrementAndGet(),
                            origin,
                            signal.getClass().getSimpleName(),
                            Json.text(signal)));
        }
        tx.afterCommit(() -> {
            notifications.ifPresent(NotificationListener::notifyOthers);
            receivers.forEach(receiver -> receiver.receive(signal));
        });
    }

    /** Sends a signal that belongs to no transaction. */
    public void send(Record signal) {
        if (reader.isPresent()) {
            database.writing(tx -> send(tx, signal));
        } else {
            receivers.forEach(receiver -> receiver.receive(signal));
        }
    }

    /** Starts delivering signals of other instances. */
    public void start() {
        if (reader.isPresent()) {
            ticker.every(LOOK_EVERY_MILLIS, () -> look(reader.get()));
            notifications.ifPresent(NotificationListener::listen);
        }
    }

    @Override
    public void close() {
        notifications.ifPresent(NotificationListener::close);
        ticker.close();
    }

    /** Reads signals before the next poll; simultaneous notifications cause one read. */
    private void lookSoon(SignalReader from) {
        if (asked.compareAndSet(false, true)) {
            ticker.once(0, () -> {
                asked.set(false);
                look(from);
            });
        }
    }

    private void look(SignalReader from) {
        SignalReader.UnreadSignals news = from.read();
        news.rows().forEach(this::receive);
        gapToReport = gapToReport || news.gap();
        if (gapToReport) {
            gapListeners.forEach(Runnable::run);
            gapToReport = false;
        }
    }

    /**
     * Delivers a received signal. Instances of two versions run side by side during an update: an unknown kind concerns
     * no state of this version, and an unreadable signal of a known kind may concern any of it.
     */
    private void receive(SignalStore.Row row) {
        List<SignalReceiver<?>> concerned = receivers.stream()
                .filter(receiver -> receiver.name().equals(row.kind()))
                .toList();
        if (concerned.isEmpty() && unknownKinds.add(row.kind())) {
            LOG.info("{} of an instance of another version is not known here and passed over", row.kind());
        }
        try {
            concerned.forEach(receiver -> receiver.receive(row.body()));
        } catch (RuntimeException | Error unreadable) {
            LOG.warn(
                    "{} of an instance of another version cannot be read, everything is read anew",
                    row.kind(),
                    unreadable);
            gapToReport = true;
        }
    }

    private record SignalReceiver<T extends Record>(Class<T> kind, Consumer<T> listener, boolean hereToo) {
        String name() {
            return kind.getSimpleName();
        }

        void receive(Record signal) {
            if (hereToo && kind.isInstance(signal)) {
                deliver(kind.cast(signal));
            }
        }

        void receive(String body) {
            deliver(Json.read(Json.parse(body), kind));
        }

        /** Calls all listeners; one that fails does not keep the others from being called. */
        private void deliver(T signal) {
            try {
                listener.accept(signal);
            } catch (RuntimeException | Error failed) {
                LOG.error("a listener to {} failed", name(), failed);
            }
        }
    }
}
