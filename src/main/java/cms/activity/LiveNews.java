package cms.activity;

import cms.access.Capability;
import cms.activity.Subscriber.RightsChanged;
import cms.auth.Caller;
import cms.auth.Sessions;
import cms.delivery.BuildFinished;
import cms.media.AssetChanged;
import cms.platform.events.Announcements;
import cms.platform.events.Signals;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Handler;
import cms.platform.http.Middleware;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.jobs.Ticker;
import cms.platform.live.LiveStream;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.project.ProjectDeleted;
import cms.project.Projects;
import cms.review.ModelRenamed;
import cms.workspace.Workspaces;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The live event streams of projects; each event is sent at once to the listeners that may see it. */
public final class LiveNews implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveNews.class);

    /** Streams that one person may have open at a time. */
    static final int STREAMS_A_PERSON_MAX = 50;

    /** How long a stream may outlive a right that ended by time, such as that of a trial. */
    private static final long CHECK_EVERY_MILLIS = 10_000;

    private static final long AGAIN_MILLIS = 1_000;

    /** People who move within this time are one event. */
    private static final long PRESENCE_AFTER_MILLIS = 500;

    private static final long SILENCE_EVERY_MILLIS = 1_000;

    private final Projects projects;
    private final Sessions sessions;
    private final NewsSources sources;
    private final Presence presence;
    private final Workspaces workspaces;
    private final Map<String, Channel> channels = new ConcurrentHashMap<>();
    private final Map<String, String> repositories = new ConcurrentHashMap<>();
    private final ExecutorService senders = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("live-news").factory());
    private final Ticker ticker = Ticker.inTurn("live-news");

    /** Of its own: the rights of thousands of listeners take a while, for which nobody waits. */
    private final Ticker checks = Ticker.inTurn("live-checks");

    public LiveNews(
            Projects projects,
            Sessions sessions,
            NewsSources sources,
            Presence presence,
            Workspaces workspaces,
            Announcements announcements) {
        this.projects = projects;
        this.sessions = sessions;
        this.sources = sources;
        this.presence = presence;
        this.workspaces = workspaces;
        presence.onChange(this::showPresence);
        sources.changes().onMoved(moved -> onRepository(moved.project().repoFullName()));
        announcements.within(
                ProjectDeleted.class,
                (tx, gone) -> tx.afterCommit(() -> {
                    repositories.remove(gone.projectId());
                    Channel channel = channels.remove(gone.projectId());
                    if (channel != null) {
                        channel.close();
                    }
                }));
        announcements.within(ModelRenamed.class, (tx, renamed) -> {
            RightsChanged changed = RightsChanged.ofProject(renamed.projectId());
            sources.signals().send(tx, changed);
            tx.afterCommit(() -> run(() -> check(changed)));
        });
        checks.every(CHECK_EVERY_MILLIS, this::checkAll);
        ticker.every(SILENCE_EVERY_MILLIS, presence::endSilent);
    }

    /**
     * Listens to signals about builds, assets and rights of every instance. Moves by another instance are reported by
     * the mirror that follows the branch.
     */
    public void listen() {
        Signals signals = sources.signals();
        signals.elsewhere(RightsChanged.class, changed -> run(() -> check(changed)));
        signals.on(BuildFinished.class, built -> wake(built.projectId()));
        signals.on(AssetChanged.class, this::onAsset);
        signals.onGap(this::onGap);
    }

    public void routes(Routes routes) {
        routes.on(Surface.SESSION)
                .get("/api/workspaces/{workspaceId}/projects/{projectId}/events{?since}", this::listen);
        presence.routes(routes);
    }

    /** Ends streams as soon as a request has ended a session or changed memberships. */
    public Middleware watching() {
        return this::watch;
    }

    @Override
    public void close() {
        ticker.close();
        checks.close();
        senders.shutdown();
    }

    private Answer listen(Request request) {
        Caller caller = Caller.of(request);
        ProjectAccess access = projects.access().require(request, Capability.READ_BRANCHES);
        Project project = access.project();
        Optional<EventPlace> since = request.query("since")
                .map(id -> EventPlace.parse(id)
                        .orElseThrow(() -> Failure.invalid("`since` must be the id of an event of this project.")));
        Optional<EventPlace> known = request.lastEventId()
                .map(id -> EventPlace.parse(id).orElse(new EventPlace("unknown", "", 0)))
                .or(() -> since);
        events(project).now(); // a failure is answered with a status, which a stream does not have
        var rights = new Subscriber.VisibleModels(access.models());
        var session = sessions.lasting(request);
        return Answer.live("events of " + caller.userId(), STREAMS_A_PERSON_MAX, stream -> {
            open(stream, project, new Subscriber(stream, caller, session, rights), known);
        });
    }

    /** The events of a project as it is at each reading: its repository may have another name since. */
    private ProjectEvents events(Project project) {
        return new ProjectEvents(() -> projects.find(project.id()).orElse(project), sources);
    }

    /** Checks the right again after the stream was added: a right that ended before found no stream to close. */
    void open(LiveStream stream, Project project, Subscriber subscriber, Optional<EventPlace> known) {
        if (!stillMay(project.id(), subscriber)) {
            stream.close();
            return;
        }
        join(project, subscriber, known);
        showPresence(project.id()); // a moment later: beside what was missed it might not fit into the connection
        if (!stillMay(project.id(), subscriber)) {
            stream.close();
        }
    }

    /** Listeners of other projects do not wait for what this one has missed: the lock of the map is not held. */
    private void join(Project project, Subscriber subscriber, Optional<EventPlace> known) {
        Channel joined = Objects.requireNonNull(channels.compute(
                project.id(),
                (id, there) -> (there == null ? new Channel(project, events(project), () -> presence.in(id)) : there)
                        .joinable()));
        try {
            joined.join(subscriber, known);
        } finally { // by another thread: one that finds a stream broken holds the lock of its channel
            subscriber.stream().onClosed(() -> run(() -> forgetEmpty(project.id())));
        }
    }

    private void forgetEmpty(String projectId) {
        channels.computeIfPresent(projectId, (id, channel) -> channel.isEmpty() ? null : channel);
    }

    private void onRepository(String repoFullName) {
        channels.keySet().stream()
                .filter(projectId -> repoFullName.equals(repositories.get(projectId)))
                .forEach(this::wake);
    }

    /** Waits for a channel that is being made: its number of changed assets may be from before this change. */
    private void onAsset(AssetChanged changed) {
        onChannel(changed.projectId(), channel -> channel.send(changed));
    }

    /** Not just looked up: a channel that is being made may have read what was before. */
    private void onChannel(String projectId, Consumer<Channel> work) {
        run(() -> {
            Channel channel = channels.computeIfPresent(projectId, (id, there) -> there);
            if (channel != null) {
                work.accept(channel);
            }
        });
    }

    private void showPresence(String projectId) {
        onChannel(projectId, channel -> {
            if (channel.presence().ask()) {
                ticker.once(PRESENCE_AFTER_MILLIS, () -> run(channel::sendPresence));
            }
        });
    }

    private void onGap() {
        channels.keySet().forEach(projectId -> {
            wake(projectId);
            run(() -> sendMissedAssets(projectId));
        });
    }

    private void sendMissedAssets(String projectId) {
        Channel channel = channels.get(projectId);
        if (channel == null) {
            return;
        }
        try {
            channel.sendMissedAssets();
        } catch (RuntimeException failed) {
            LOG.warn("whether assets of {} have changed is not known, it is asked again", projectId, failed);
            ticker.once(AGAIN_MILLIS, () -> run(() -> sendMissedAssets(projectId)));
        }
    }

    private void wake(String projectId) {
        Channel channel = channels.get(projectId);
        if (channel != null && channel.ask()) {
            run(() -> sendNews(projectId, channel));
        }
    }

    private void sendNews(String projectId, Channel channel) {
        try {
            channel.sendNews();
        } catch (RuntimeException failed) {
            LOG.warn("news of {} could not be sent, it is tried again", projectId, failed);
            ticker.once(AGAIN_MILLIS, () -> wake(projectId));
        }
    }

    private Answer watch(Request request, Handler next) {
        Answer answer = next.handle(request);
        boolean isEnding = request.route()
                .audit()
                .filter(Audit::isOfRequest)
                .filter(audit -> Subscriber.ENDING_RIGHTS.contains(audit.action()))
                .isPresent();
        if (answer.status() < 400 && isEnding) {
            RightsChanged changed = request.route().path().contains("{workspaceId}")
                    ? RightsChanged.ofWorkspace(request.pathParameter("workspaceId"))
                    : RightsChanged.ofPerson(
                            request.find(Caller.class).map(Caller::userId).orElse(""));
            check(changed);
            run(() -> checkElsewhere(changed));
        }
        return answer;
    }

    /** Lets the other instances check the same streams; where that fails, they do so with all streams soon. */
    private void checkElsewhere(RightsChanged changed) {
        try {
            sources.signals().send(changed);
        } catch (RuntimeException away) {
            LOG.warn("other instances check rights to listen a moment later", away);
        }
    }

    private void check(RightsChanged changed) {
        channels.forEach((projectId, channel) -> {
            if (changed.concerns(projectId, channel.workspaceId())) {
                check(projectId, changed::concerns);
            }
        });
    }

    /** Checks the rights of all listeners, and whether their workspaces are open. */
    private void checkAll() {
        channels.forEach((projectId, channel) -> {
            try {
                if (workspaces.isLocked(channel.workspaceId())) {
                    channel.close();
                } else {
                    check(projectId, _ -> true);
                }
            } catch (Failure away) {
                LOG.debug("listeners of {} are checked again", projectId, away);
            } catch (RuntimeException failed) {
                LOG.warn("listeners of {} could not be checked, they are checked again", projectId, failed);
            }
        });
    }

    private void check(String projectId, Predicate<Subscriber> concerned) {
        Channel channel = channels.get(projectId);
        if (channel != null) {
            channel.check(concerned, subscriber -> stillMay(projectId, subscriber));
        }
    }

    /** Notes the name of a repository, and sends what has happened where it is another one since. */
    private void follow(Project project) {
        String before = repositories.put(project.id(), project.repoFullName());
        if (before != null && !before.equals(project.repoFullName())) {
            wake(project.id());
        }
    }

    private boolean stillMay(String projectId, Subscriber subscriber) {
        try {
            Optional<Project> project = projects.find(projectId);
            if (project.isEmpty()) {
                repositories.remove(projectId); // another instance has deleted it
                return false;
            }
            if (!subscriber.session().getAsBoolean()) {
                return false;
            }
            follow(project.get());
            ProjectAccess access = projects.access()
                    .require(subscriber.caller(), project.get().workspaceId(), projectId, Capability.READ_BRANCHES);
            if (subscriber.rights().change(access.models())) {
                subscriber.stream().send(ProjectEvents.reset());
                showPresence(projectId);
            }
            return true;
        } catch (Failure refused) {
            return switch (refused.kind()) {
                case UNAVAILABLE -> true;
                default -> false;
            };
        }
    }

    private void run(Runnable work) {
        try {
            senders.execute(work);
        } catch (RejectedExecutionException stopping) {
            LOG.debug("the service is stopping", stopping);
        }
    }
}
