package cms.activity;

import cms.platform.json.Json;
import cms.platform.live.LiveEvent;
import cms.platform.live.LiveStream;
import cms.project.AllowedModels;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tells the listeners of one project who is where: each of those in models that the listener may read, and only when
 * that has changed, so that nobody notices who moves in hidden models. The events have no id.
 */
final class PresenceNews {
    /** Bytes of the people of one event: it has to fit into the connection beside events that were missed. */
    static final int BYTES_MAX = LiveStream.WAITING_BYTES_MAX * 3 / 8;

    private final Supplier<List<PersonHere>> people;

    /** What each listener was told last; a listener that was told of nobody is not in it. */
    private final Map<Subscriber, List<PersonHere>> sent = new ConcurrentHashMap<>();

    private final ReentrantLock telling = new ReentrantLock();
    private final AtomicBoolean asked = new AtomicBoolean();

    PresenceNews(Supplier<List<PersonHere>> people) {
        this.people = people;
    }

    /** Whether the caller has to call {@link #send}; false while somebody is going to. */
    boolean ask() {
        return asked.compareAndSet(false, true);
    }

    void send(Collection<Subscriber> all) {
        asked.set(false); // before the people are read: who moves from now on asks anew
        telling.lock();
        try {
            List<PersonHere> here = people.get();
            Map<Optional<List<String>>, List<PersonHere>> shown = new HashMap<>();
            Map<Optional<List<String>>, LiveEvent> events = new HashMap<>();
            for (Subscriber subscriber : all) {
                AllowedModels models = subscriber.rights().models();
                List<PersonHere> now = shown.computeIfAbsent(models.list(), list -> fitting(here, models));
                if (!now.equals(remember(subscriber, now))
                        && !subscriber.stream().send(events.computeIfAbsent(models.list(), list -> event(now)))) {
                    forget(subscriber);
                }
            }
        } finally {
            telling.unlock();
        }
    }

    void forget(Subscriber subscriber) {
        sent.remove(subscriber);
    }

    /**
     * What the listener was told before. One that was forgotten meanwhile, as its stream has ended, is forgotten again:
     * nobody is not remembered, and somebody is news to it that cannot be sent.
     */
    private List<PersonHere> remember(Subscriber subscriber, List<PersonHere> now) {
        return Optional.ofNullable(now.isEmpty() ? sent.remove(subscriber) : sent.put(subscriber, now))
                .orElse(List.of());
    }

    /** The people in these models, in the order in which they came, as many as fit into an event. */
    private static List<PersonHere> fitting(List<PersonHere> here, AllowedModels models) {
        List<PersonHere> seen = new ArrayList<>();
        int bytes = 0;
        for (PersonHere person : here) {
            if (models.allows(person.model())) {
                bytes += Json.bytes(person.json()).length;
                if (bytes > BYTES_MAX) {
                    return seen;
                }
                seen.add(person);
            }
        }
        return seen;
    }

    private static LiveEvent event(List<PersonHere> shown) {
        ObjectNode json = Json.object().put("type", "presence");
        shown.stream().map(PersonHere::json).forEach(json.putArray("people")::add);
        return LiveEvent.of(json);
    }
}
