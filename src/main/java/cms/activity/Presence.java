package cms.activity;

import cms.access.Capability;
import cms.auth.Caller;
import cms.platform.events.Signals;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.limits.Limits;
import cms.platform.limits.RateLimiter;
import cms.project.ProjectAccess;
import cms.project.Projects;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Who is where in the content of the projects: what clients report of their people, in memory until 45 seconds after
 * the last report. Every instance hears of every report (decision 176). It is news for other people, and locks nothing.
 */
public final class Presence {
    /** People that a project shows; those who come beyond them are shown once there is room, and report again. */
    static final int PEOPLE_MAX = 50;

    /** How long a person is shown without another report. */
    static final Duration SILENCE_MAX = Duration.ofSeconds(45);

    /**
     * What names of models, locales, entries and fields are made of; so bounded, the people of a project are one event.
     */
    private static final Pattern NAME = Pattern.compile("[\\w.\\-/\\[\\]]{0,150}");

    private static final int NO_CONTENT = 204;

    private final Projects projects;
    private final Signals signals;
    private final RateLimiter limiter;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();

    /** The last report of each person, by project; in the order in which they came. */
    private final Map<String, Map<String, Report>> reports = new HashMap<>();

    private volatile Consumer<String> listener = projectId -> {};

    private record Report(PersonMoved place, Instant at) {}

    public Presence(Projects projects, Signals signals, RateLimiter limiter, InstantSource clock) {
        this.projects = projects;
        this.signals = signals;
        this.limiter = limiter;
        this.clock = clock;
        signals.on(PersonMoved.class, this::take);
    }

    void routes(Routes routes) {
        routes.on(Surface.SESSION).post("/api/workspaces/{workspaceId}/projects/{projectId}/presence", this::report);
    }

    /** @param listener is given the id of a project in which somebody came, moved or went; it must not block */
    void onChange(Consumer<String> listener) {
        this.listener = listener;
    }

    /** The people who are in the content of a project now. */
    List<PersonMoved> in(String projectId) {
        lock.lock();
        try {
            return reports.getOrDefault(projectId, Map.of()).values().stream()
                    .map(Report::place)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** Forgets people who have reported nothing for {@link #SILENCE_MAX}; called regularly. */
    void endSilent() {
        Instant until = clock.instant().minus(SILENCE_MAX);
        Set<String> changed = new HashSet<>();
        lock.lock();
        try {
            reports.forEach((projectId, people) -> {
                if (people.values().removeIf(report -> !report.at().isAfter(until))) {
                    changed.add(projectId);
                }
            });
            reports.values().removeIf(Map::isEmpty);
        } finally {
            lock.unlock();
        }
        changed.forEach(listener);
    }

    private Answer report(Request request) {
        ProjectAccess access = projects.access().require(request, Capability.READ_CONTENT);
        Body body = request.body();
        signals.send(body.flag("leave").orElse(false) ? departure(request, access) : moved(request, access, body));
        return Answer.empty(NO_CONTENT);
    }

    private static PersonMoved departure(Request request, ProjectAccess access) {
        return PersonMoved.departure(access.project().id(), Caller.of(request).userId());
    }

    private PersonMoved moved(Request request, ProjectAccess access, Body body) {
        Caller caller = Caller.of(request);
        body.requiredText("model");
        PersonMoved moved = new PersonMoved(
                access.project().id(),
                caller.userId(),
                caller.name(),
                text(body, "model"),
                text(body, "locale"),
                text(body, "entry"),
                text(body, "field"));
        access.models().require(moved.model());
        limiter.take(Limits.PRESENCE.rate(), caller.userId()).orFail();
        return moved;
    }

    private static String text(Body body, String name) {
        String text = body.text(name).orElse("");
        if (!NAME.matcher(text).matches()) {
            throw Failure.invalid(
                    "`" + name + "` may have at most 150 characters: letters, digits, and any of . _ - / [ ].");
        }
        return text;
    }

    private void take(PersonMoved moved) {
        if (changes(moved)) {
            listener.accept(moved.projectId());
        }
    }

    private boolean changes(PersonMoved moved) {
        lock.lock();
        try {
            Map<String, Report> people = reports.computeIfAbsent(moved.projectId(), id -> new LinkedHashMap<>());
            Optional<PersonMoved> before = place(people, moved.userId());
            if (moved.isDeparture()) {
                people.remove(moved.userId());
            } else if (before.isPresent() || people.size() < PEOPLE_MAX) {
                people.put(moved.userId(), new Report(moved, clock.instant()));
            }
            boolean changed = !before.equals(place(people, moved.userId()));
            if (people.isEmpty()) {
                reports.remove(moved.projectId());
            }
            return changed;
        } finally {
            lock.unlock();
        }
    }

    private static Optional<PersonMoved> place(Map<String, Report> people, String userId) {
        return Optional.ofNullable(people.get(userId)).map(Report::place);
    }
}
