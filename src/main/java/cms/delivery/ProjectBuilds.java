package cms.delivery;

import cms.delivery.build.DeliveredBytes;
import cms.delivery.build.LostContent;
import cms.delivery.build.Renderings;
import cms.delivery.build.Site;
import cms.delivery.build.SiteBuilder;
import cms.delivery.serve.Release;
import cms.delivery.serve.ServedProjects;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.Tree;
import cms.githost.Hosting;
import cms.media.Media;
import cms.platform.compute.Compute;
import cms.platform.compute.FairPlaces;
import cms.platform.crypto.RandomTokens;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.heap.BuildRooms;
import cms.project.Project;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs one build: reads the tip of the delivered branch, builds, stores, and moves the pointer.
 *
 * <p>Until the pointer has moved readers keep the old release, whatever happens on the way.
 */
final class ProjectBuilds {
    private static final Logger LOG = LoggerFactory.getLogger(ProjectBuilds.class);

    /** Builds at a time, which bounds their memory; more at once would only wait for the processor. */
    private static final int BUILDS_AT_ONCE = 4;

    private static final int BUILDS_OF_WORKSPACE = 2;

    /** Longest wait of an automatic build for a place, for its room, and for a place again. */
    private static final Duration WAIT_MAX = Duration.ofHours(1);

    /** The same of a manual build: its request holds a connection, which proxies soon cut. */
    static final Duration PERSON_WAIT_MAX = Duration.ofMinutes(1);

    private final Hosting hosting;
    private final ServedProjects servedProjects;
    private final LoadedProjects loaded;
    private final ReleaseKeeper keeper;
    private final Renderings renderings;
    private final InstantSource clock;
    private final Media media;
    private final RandomTokens random = new RandomTokens();
    private final FairPlaces building;
    private final BuildRooms rooms;
    private final Compute compute;
    private final Map<String, SiteBuilder> builders = new ConcurrentHashMap<>();
    private final Map<String, Refused> refused = new ConcurrentHashMap<>();

    /** What came of a request for a build. */
    sealed interface Outcome {
        /** A build ran, and has ended well or not. */
        record Built(BuildResult result) implements Outcome {}

        /** Nothing was to be done: readers have what would be built. */
        record UpToDate() implements Outcome {}

        /** The build before was refused for what would be built now, so that readers keep the last release. */
        record StillRefused() implements Outcome {}
    }

    /** What a build reads, where its files go, and the room that they take. */
    private record Parts(Tree tree, ReleaseFiles.ReleaseWriter writing, BuildRooms.Room room) {}

    /** Content that is too large to be built, which another try does not change. */
    private record Refused(String branch, Optional<CommitId> tip) {}

    /** @param rooms of all builds of this process */
    ProjectBuilds(
            Hosting hosting,
            LoadedProjects loaded,
            ReleaseKeeper keeper,
            Renderings renderings,
            BuildRooms rooms,
            DeliveryConfig config) {
        this.renderings = renderings;
        this.hosting = hosting;
        this.loaded = loaded;
        this.servedProjects = loaded.served();
        this.rooms = rooms;
        this.keeper = keeper;
        this.clock = config.clock();
        this.building = new FairPlaces(clock, BUILDS_OF_WORKSPACE, BUILDS_AT_ONCE);
        this.media = config.media();
        this.compute = config.instance().compute();
    }

    /** Forgets what the last builds of a project have remembered. */
    void forget(String projectId) {
        builders.remove(projectId);
        refused.remove(projectId);
    }

    /**
     * Builds, unless an automatic build finds nothing changed, which includes a branch that is still missing; the
     * caller holds the project's build queue.
     *
     * @param brief whether the release will be replaced at once
     */
    Outcome run(Project project, Build.Trigger trigger, Consumer<ObjectNode> events, BooleanSupplier brief) {
        if (trigger.isManual()) {
            hosting.changed(project.repoFullName()); // A manual build reads even a repository that is left alone.
        }
        String account = compute.account(project.workspaceId());
        Duration wait = trigger.isManual() ? PERSON_WAIT_MAX : WAIT_MAX;
        return rooms.run(account, wait, room -> {
            if (!building.enter(account, project.workspaceId(), wait)) {
                throw tooMuchIsBuilt();
            }
            try {
                AtomicReference<Outcome> result = new AtomicReference<>(new Outcome.UpToDate());
                hosting.readingContent(
                        "build " + project.id(),
                        project.repoFullName(),
                        () -> result.set(build(project, trigger, events, brief, room)));
                return result.get();
            } finally {
                building.leave(account, project.workspaceId());
            }
        });
    }

    static Failure tooMuchIsBuilt() {
        return Failure.unavailable("Too much is built at this moment; try again.")
                .withRetryAfter(Duration.ofMinutes(1));
    }

    private Outcome build(
            Project project,
            Build.Trigger trigger,
            Consumer<ObjectNode> events,
            BooleanSupplier brief,
            BuildRooms.Room room) {
        loaded.refresh(project.id());
        Release before = loaded.current(project.id());
        Repository repository = hosting.repository(project.repoFullName());
        String branch = Optional.ofNullable(project.delivery().branch()).orElse(project.defaultBranch());
        Optional<LostContent.Published> published = Optional.ofNullable(before)
                .map(release -> new LostContent.Published(release.branch(), release.commitSha()));
        Optional<CommitId> tip = LostContent.tip(hosting, repository, published, branch);
        Optional<String> refusal = refusal(project, repository, published, branch, tip);
        boolean isRefused = refusal.isPresent()
                ? keeper.hasJustFailed(project.id(), branch, refusal.get())
                : new Refused(branch, tip).equals(refused.get(project.id()));
        boolean isThere = refusal.isEmpty()
                && before != null
                && before.isOf(branch, tip.get().sha(), clock.instant())
                && before.hasMedia(mediaOf(project));
        if ((isRefused || isThere) && !trigger.isManual()) {
            servedProjects.clearReleasePending(project.id());
            return isThere ? new Outcome.UpToDate() : new Outcome.StillRefused();
        }
        long start = System.nanoTime();
        String commitSha = tip.map(CommitId::sha).orElse("");
        Build build = new Build(random.uuid(), project.id(), trigger, branch, commitSha, clock.instant());
        keeper.begin(build);
        events.accept(BuildEvents.phase("init", "Reading " + branch));
        try (ReleaseFiles.ReleaseWriter writing = keeper.writing(build, before)) {
            refusal.ifPresent(message -> {
                throw Failure.notFound(message);
            });
            Parts parts = new Parts(repository.tree(tip.orElseThrow()), writing, room);
            BuildResult result = release(project, build, parts, before, start, events, brief);
            refused.remove(project.id());
            return new Outcome.Built(result);
        } catch (RuntimeException broken) {
            notePending(project.id(), before, broken);
            return brokenOff(build, room, new Refused(branch, tip), broken, start);
        }
    }

    /** Ends a build that did not succeed; rethrows where it found no room, so that it begins again. */
    private Outcome brokenOff(Build build, BuildRooms.Room room, Refused tip, RuntimeException broken, long start) {
        builders.remove(build.projectId());
        if (room.isRefused()) {
            keeper.withdraw(build);
            throw broken;
        }
        noteRefused(build.projectId(), tip, broken);
        LOG.warn("build {} of project {} failed", build.id(), build.projectId(), broken);
        BuildResult result = BuildResult.failed(build.id(), millisSince(start), sentence(broken));
        return new Outcome.Built(keeper.fail(build, result));
    }

    private static String sentence(RuntimeException broken) {
        return broken instanceof Failure failure ? failure.message() : "The build broke off; try it again.";
    }

    /** Why the tip may not be released, in a sentence; empty when it may be. */
    private static Optional<String> refusal(
            Project project,
            Repository repository,
            Optional<LostContent.Published> published,
            String branch,
            Optional<CommitId> tip) {
        if (tip.isEmpty()) {
            return Optional.of(
                    "The branch " + branch + " does not exist; push it, or name another one as `cdn_branch`.");
        }
        return published.flatMap(release -> LostContent.of(project, repository, release, branch, tip.get()));
    }

    /** Notes content that is too large to be built. */
    private void noteRefused(String projectId, Refused tip, RuntimeException broken) {
        if (broken instanceof Failure failure && failure.kind() == FailureKind.UNPROCESSABLE) {
            refused.put(projectId, tip);
        }
    }

    /** The manifest of a project's assets; the same bytes while no asset has changed. */
    private Optional<DeliveredBytes> mediaOf(Project project) {
        return media.files().manifest(project.id()).map(DeliveredBytes::of);
    }

    /** Notes whether a first release is pending because a store or a host did not answer. */
    private void notePending(String projectId, @Nullable Release before, RuntimeException broken) {
        boolean later = broken instanceof Failure failure && failure.kind() == FailureKind.UNAVAILABLE;
        if (before == null && later) {
            servedProjects.markReleasePending(projectId);
        } else {
            servedProjects.clearReleasePending(projectId);
        }
    }

    private BuildResult release(
            Project project,
            Build build,
            Parts parts,
            @Nullable Release before,
            long start,
            Consumer<ObjectNode> events,
            BooleanSupplier brief) {
        boolean full = build.trigger().isManual();
        if (full) {
            builders.remove(project.id());
        }
        SiteBuilder builder = full ? builder(project) : builders.computeIfAbsent(project.id(), id -> builder(project));
        var input = new SiteBuilder.Input(
                parts.tree(),
                build.commitSha(),
                build.branch(),
                build.startedAt(),
                before == null ? Site.Before.nothing() : before.before(),
                parts.writing().within(parts.room()::take),
                mediaOf(project));
        Site site =
                builder.build(input, (model, number, total) -> events.accept(BuildEvents.model(model, number, total)));
        builders.put(project.id(), builder);
        events.accept(BuildEvents.phase("upload", "Storing " + site.files().size() + " files"));
        if (before == null) {
            servedProjects.markReleasePending(project.id());
        }
        ReleaseFiles.Stored stored = parts.writing().finish(site, release -> release.prepare(brief.getAsBoolean()));
        BuildResult result = new BuildResult(
                build.id(),
                Build.Status.COMPLETED,
                site.files().size(),
                full ? site.files().size() : stored.written(),
                stored.release().bytes(),
                millisSince(start),
                changedModels(before, stored.release()),
                BuildResult.errors(site));
        keeper.publish(build, stored, result);
        loaded.show(project.id(), stored.release());
        servedProjects.clearReleasePending(project.id());
        servedProjects.compress(project.id(), brief);
        events.accept(BuildEvents.phase("cleanup", "Removing what is no longer needed"));
        cleanUp(project.id());
        events.accept(BuildEvents.phase("done", "Readers get the new release"));
        return result;
    }

    private SiteBuilder builder(Project project) {
        return new SiteBuilder(project.contentRoot(), renderings.of(project.repoFullName()));
    }

    /** Removes old releases. Readers have the new one, so what cannot be removed now waits for the next build. */
    private void cleanUp(String projectId) {
        try {
            keeper.cleanUp(projectId);
        } catch (RuntimeException notNow) {
            LOG.warn("the old releases of project {} stay until the next build", projectId, notNow);
        }
    }

    /** The models of which at least one file is new, different or gone. */
    private static List<String> changedModels(@Nullable Release before, Release after) {
        Set<String> changed = new TreeSet<>();
        after.files().forEach((path, entity) -> {
            var old = before == null ? null : before.files().get(path);
            if (old == null || !old.body().hash().equals(entity.body().hash())) {
                modelOf(path).ifPresent(changed::add);
            }
        });
        if (before != null) {
            before.files().keySet().stream()
                    .filter(path -> !after.files().containsKey(path))
                    .forEach(path -> modelOf(path).ifPresent(changed::add));
        }
        return List.copyOf(changed);
    }

    /** The second part of a path is the model, in all but the files about the whole project. */
    private static Optional<String> modelOf(String path) {
        String[] parts = path.split("/");
        if (parts.length < 2 || parts[0].startsWith("_") || parts[1].startsWith("_")) {
            return Optional.empty();
        }
        return Optional.of(parts[1].replaceFirst("\\.json$", ""));
    }

    private static long millisSince(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }
}
