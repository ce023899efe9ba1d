package cms.activity;

import cms.platform.json.Json;
import cms.platform.live.LiveEvent;
import cms.project.AllowedModels;
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
    private final Supplier<List<PersonMoved>> people;
    private final Map<Subscriber, List<PersonMoved>> sent = new ConcurrentHashMap<>();
    private final ReentrantLock telling = new ReentrantLock();
    private final AtomicBoolean asked = new AtomicBoolean();

    PresenceNews(Supplier<List<PersonMoved>> people) {
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
            List<PersonMoved> here = people.get();
            Map<Optional<List<String>>, LiveEvent> events = new HashMap<>();
            for (Subscriber subscriber : all) {
                AllowedModels models = subscriber.rights().models();
                List<PersonMoved> shown =
                        here.stream().filter(one -> models.allows(one.model())).toList();
                List<PersonMoved> before =
                        Optional.ofNullable(sent.put(subscriber, shown)).orElse(List.of());
                LiveEvent event = events.computeIfAbsent(models.list(), list -> event(shown));
                if (!shown.equals(before) && !subscriber.stream().send(event)) {
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

    private static LiveEvent event(List<PersonMoved> shown) {
        ObjectNode json = Json.object().put("type", "presence");
        shown.stream().map(PersonMoved::json).forEach(json.putArray("people")::add);
        return LiveEvent.of(json);
    }
}
