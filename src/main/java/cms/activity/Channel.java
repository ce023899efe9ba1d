package cms.activity;

import cms.media.AssetChanged;
import cms.platform.live.LiveEvent;
import cms.platform.live.LiveStream;
import cms.project.AllowedModels;
import cms.project.Project;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners of one project; an event is sent to all of them at the same time. */
final class Channel {
    /** Events that are sent at a time; a stream holds some hundred for a client that does not read. */
    private static final int EVENTS_MAX = 100;

    /** Bytes that are sent at a time: all may have to wait while the head of the answer is written. */
    private static final int BYTES_MAX = LiveStream.WAITING_BYTES_MAX / 2;

    private static final Logger LOG = LoggerFactory.getLogger(Channel.class);

    private final String workspaceId;
    private final ProjectEvents events;
    private final PresenceNews presence;
    private final Set<Subscriber> all = ConcurrentHashMap.newKeySet();
    private final ReentrantLock sending = new ReentrantLock();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger joining = new AtomicInteger();
    private EventPlace place;

    /** Changes of assets that were sent before an earlier one was received. */
    private final Set<Long> assetsAhead = new HashSet<>();

    /** @param people who is in the project now */
    Channel(Project project, ProjectEvents events, Supplier<List<PersonHere>> people) {
        this.workspaceId = project.workspaceId();
        this.events = events;
        this.presence = new PresenceNews(people);
        this.place = events.now();
    }

    String workspaceId() {
        return workspaceId;
    }

    /**
     * Whether the caller has to call {@link #sendNews}; false while another thread does, which then sends the caller's
     * news as well.
     */
    boolean ask() {
        return asked.getAndIncrement() == 0;
    }

    void sendNews() {
        int answered;
        do {
            answered = asked.get();
            sendOrLeaveItToTheNext();
        } while (asked.addAndGet(-answered) > 0);
    }

    /** Sends news; after a failure the next caller becomes the sender, and sends what could not be sent. */
    private void sendOrLeaveItToTheNext() {
        try {
            sendOnce();
        } catch (RuntimeException | Error failed) {
            asked.set(0);
            throw failed;
        }
    }

    /** Counts as not empty until {@link #join}, which follows. */
    Channel joinable() {
        joining.incrementAndGet();
        return this;
    }

    /**
     * Adds a listener and sends it first what it has missed since a position; each event is sent exactly once. It waits
     * where others are sent theirs, so the caller holds no lock.
     */
    void join(Subscriber subscriber, Optional<EventPlace> known) {
        try {
            add(subscriber, known);
        } finally {
            joining.decrementAndGet();
        }
    }

    private void add(Subscriber subscriber, Optional<EventPlace> known) {
        sending.lock();
        try {
            sendOnce();
            if (known.isPresent()) {
                missedSince(known.get(), subscriber.rights().models()).forEach(subscriber.stream()::send);
            }
            all.add(subscriber);
        } finally {
            sending.unlock();
        }
        subscriber.stream().onClosed(() -> {
            all.remove(subscriber);
            presence.forget(subscriber);
        });
    }

    PresenceNews presence() {
        return presence;
    }

    /** Tells who is where, to those for whom that has changed. */
    void sendPresence() {
        presence.send(all);
    }

    /** The events between a client's position and this channel's; later ones are sent to every subscriber next. */
    private List<LiveEvent> missedSince(EventPlace known, AllowedModels models) {
        Optional<ProjectEvents.EventPage> page = events.between(known, place);
        List<LiveEvent> missed = new ArrayList<>(events(page, models));
        if (page.isPresent() && known.assets() != place.assets()) {
            missed.add(ProjectEvents.anyAsset(page.get().end().withAssets(place.assets())));
        }
        return missed;
    }

    /** Sends the event of an asset once, and gives it a place as soon as every change before it was sent. */
    void send(AssetChanged changed) {
        sending.lock();
        try {
            if (changed.revision() <= place.assets() || !assetsAhead.add(changed.revision())) {
                return;
            }
            long before = place.assets();
            passSentAssets();
            send(ProjectEvents.asset(changed.assetId(), Optional.of(place).filter(now -> now.assets() > before)));
            if (assetsAhead.size() > EVENTS_MAX) { // the change before them was lost
                sendMissedAssets();
            }
        } finally {
            sending.unlock();
        }
    }

    /** Sends that any asset may have changed, where the signal of a change did not arrive here. */
    void sendMissedAssets() {
        sending.lock();
        try {
            long now = events.assetsNow();
            if (now > place.assets()) {
                place = place.withAssets(now);
                passSentAssets();
                send(ProjectEvents.anyAsset(place));
            }
        } finally {
            sending.unlock();
        }
    }

    private void passSentAssets() {
        while (assetsAhead.contains(place.assets() + 1)) {
            place = place.withAssets(place.assets() + 1);
        }
        assetsAhead.removeIf(sent -> sent <= place.assets());
    }

    private void send(LiveEvent event) {
        all.forEach(subscriber -> subscriber.stream().send(event));
    }

    /** Asks first who joins: a join that is over by then has added its listener. */
    boolean isEmpty() {
        return joining.get() == 0 && all.isEmpty();
    }

    /** Closes the streams of those who may not listen any more. */
    void check(Predicate<Subscriber> concerned, Predicate<Subscriber> stillMay) {
        for (Subscriber subscriber : all) {
            if (concerned.test(subscriber) && !stillMay.test(subscriber)) {
                subscriber.stream().close();
            }
        }
    }

    void close() {
        all.forEach(subscriber -> subscriber.stream().close());
    }

    private void sendOnce() {
        sending.lock();
        try {
            Optional<ProjectEvents.EventPage> page = events.since(place);
            place = page.map(ProjectEvents.EventPage::end).orElseGet(events::now);
            boolean nothing = page.isPresent() && page.get().isEmpty();
            if (nothing || all.isEmpty()) {
                return;
            }
            Map<Optional<List<String>>, List<LiveEvent>> shown = new HashMap<>();
            boolean isReadable = true;
            for (Subscriber subscriber : inOrder()) {
                AllowedModels models = subscriber.rights().models();
                if (!shown.containsKey(models.list())) {
                    Optional<List<LiveEvent>> read = isReadable ? read(page, models) : Optional.empty();
                    isReadable = read.isPresent();
                    shown.put(models.list(), read.orElseGet(this::reset));
                }
                shown.get(models.list()).forEach(subscriber.stream()::send);
            }
        } finally {
            sending.unlock();
        }
    }

    /** Those first who may hear everything, as it takes a turn to find what the others may hear. */
    private List<Subscriber> inOrder() {
        List<Subscriber> ordered = new ArrayList<>();
        List<Subscriber> others = new ArrayList<>();
        all.forEach(one -> (one.rights().models().isAll() ? ordered : others).add(one));
        ordered.addAll(others);
        return ordered;
    }

    private List<LiveEvent> events(Optional<ProjectEvents.EventPage> page, AllowedModels models) {
        return read(page, models).orElseGet(this::reset);
    }

    /**
     * The events of a page that a client may see; one {@code reset} where they are more than may be queued. Empty where
     * their content cannot be read just now, or not in time: the position of this channel is behind them, so that
     * clients have to read everything anew, and the next ones are not kept waiting for the same.
     */
    private Optional<List<LiveEvent>> read(Optional<ProjectEvents.EventPage> page, AllowedModels models) {
        try {
            return page.map(known -> known.shownTo(models))
                    .filter(known -> known.size() <= EVENTS_MAX
                            && known.stream().mapToLong(LiveEvent::size).sum() <= BYTES_MAX)
                    .or(() -> Optional.of(reset()));
        } catch (RuntimeException unreadable) {
            LOG.warn("what happened to a project could not be told one by one", unreadable);
            return Optional.empty();
        }
    }

    private List<LiveEvent> reset() {
        return List.of(events.reset(place));
    }
}
