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
import java.util.function.Predicate;
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
     * Reports of one person overtake one another only within this time, as every instance hears of each within a
     * second. Later ones are not compared, because the clocks of two instances may differ by more.
     */
    private static final Duration OVERTAKES_MAX = Duration.ofSeconds(2);

    /** People whose last report is kept, with those who have left. */
    private static final int REPORTS_MAX = 4 * PEOPLE_MAX;

    /**
     * The characters of names of models, locales, entries and fields; slugs of pushed documents may be any file name.
     */
    private static final Pattern NAME = Pattern.compile("[^\\p{Cntrl}\\\\:*?\"<>|]{0,200}");

    private static final int NO_CONTENT = 204;

    private final Projects projects;
    private final Signals signals;
    private final RateLimiter limiter;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * The last report of each person, by project; in the order in which they came. A leave is kept like a report: an
     * earlier one may arrive after it.
     */
    private final Map<String, Map<String, Report>> reports = new HashMap<>();

    private volatile Consumer<String> listener = projectId -> {};

    /** @param at when the person said it, in milliseconds of the clock of the instance that was asked */
    private record Report(PersonHere place, long at, Instant heardAt) {
        /** Whether another report, which has come now, was made before this one and overtaken by it. */
        boolean isAfter(PersonReported other, Instant now) {
            return at > other.at() && now.isBefore(heardAt.plus(OVERTAKES_MAX));
        }
    }

    /**
     * Sent to every instance when a client has reported where its person is, or that the person has left.
     *
     * @param at milliseconds of the clock of the instance that sends it: reports through two instances may overtake one
     *     another
     */
    record PersonReported(String projectId, PersonHere here, long at) {}

    public Presence(Projects projects, Signals signals, RateLimiter limiter, InstantSource clock) {
        this.projects = projects;
        this.signals = signals;
        this.limiter = limiter;
        this.clock = clock;
        signals.on(PersonReported.class, this::take);
    }

    void routes(Routes routes) {
        routes.on(Surface.SESSION).post("/api/workspaces/{workspaceId}/projects/{projectId}/presence", this::report);
    }

    /** @param listener is given the id of a project in which somebody came, moved or went; it must not block */
    void onChange(Consumer<String> listener) {
        this.listener = listener;
    }

    /** The people who are in the content of a project now. */
    List<PersonHere> in(String projectId) {
        lock.lock();
        try {
            return shown(reports.getOrDefault(projectId, Map.of()));
        } finally {
            lock.unlock();
        }
    }

    private static List<PersonHere> shown(Map<String, Report> people) {
        return people.values().stream()
                .map(Report::place)
                .filter(Predicate.not(PersonHere::isDeparture))
                .toList();
    }

    /** Forgets people who have reported nothing for {@link #SILENCE_MAX}; called regularly. */
    void endSilent() {
        Instant until = clock.instant().minus(SILENCE_MAX);
        Set<String> changed = new HashSet<>();
        lock.lock();
        try {
            reports.forEach((projectId, people) -> {
                int before = shown(people).size();
                people.values().removeIf(report -> !report.heardAt().isAfter(until));
                if (shown(people).size() < before) {
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
        Caller caller = Caller.of(request);
        PersonHere here;
        if (body.flag("leave").orElse(false)) {
            here = PersonHere.departure(caller.userId());
            limiter.take(Limits.PRESENCE_LEAVES.rate(), caller.userId()).orFail();
        } else {
            here = place(caller, access, body);
            limiter.take(Limits.PRESENCE.rate(), caller.userId()).orFail();
        }
        signals.send(new PersonReported(access.project().id(), here, clock.millis()));
        return Answer.empty(NO_CONTENT);
    }

    private static PersonHere place(Caller caller, ProjectAccess access, Body body) {
        body.requiredText("model");
        PersonHere place = new PersonHere(
                caller.userId(),
                caller.name(),
                text(body, "model"),
                text(body, "locale"),
                text(body, "entry"),
                text(body, "field"));
        access.models().require(place.model());
        return place;
    }

    private static String text(Body body, String name) {
        String text = body.text(name).orElse("");
        if (!NAME.matcher(text).matches()) {
            throw Failure.invalid("`" + name + "` may have at most 200 characters, and none of \\ : * ? \" < > |.");
        }
        return text;
    }

    private void take(PersonReported report) {
        if (changes(report)) {
            listener.accept(report.projectId());
        }
    }

    /** Whether others are to hear of a report. One that was made before the last of its person says nothing more. */
    private boolean changes(PersonReported report) {
        lock.lock();
        try {
            Map<String, Report> people = reports.computeIfAbsent(report.projectId(), id -> new LinkedHashMap<>());
            String userId = report.here().userId();
            Report last = people.get(userId);
            if (last != null && last.isAfter(report, clock.instant())) {
                return false;
            }
            boolean wasShown = last != null && !last.place().isDeparture();
            if (!wasShown) {
                people.remove(userId); // who comes again comes last
            }
            boolean isKept = report.here().isDeparture()
                    ? people.size() < REPORTS_MAX
                    : wasShown || shown(people).size() < PEOPLE_MAX;
            if (isKept) {
                people.put(userId, new Report(report.here(), report.at(), clock.instant()));
            } else {
                people.remove(userId);
            }
            if (people.isEmpty()) {
                reports.remove(report.projectId());
            }
            Optional<PersonHere> now = isKept ? Optional.of(report.here()) : Optional.empty();
            return !shownPlace(now).equals(shownPlace(Optional.ofNullable(last).map(Report::place)));
        } finally {
            lock.unlock();
        }
    }

    private static Optional<PersonHere> shownPlace(Optional<PersonHere> place) {
        return place.filter(Predicate.not(PersonHere::isDeparture));
    }
}
