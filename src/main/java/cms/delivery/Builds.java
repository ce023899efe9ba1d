package cms.delivery;

import cms.delivery.count.BuildMeters;
import cms.delivery.count.Undelivered;
import cms.media.AssetChanged;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.failure.Failure;
import cms.platform.jobs.Coalesced;
import cms.platform.jobs.Lease;
import cms.platform.jobs.Leases;
import cms.project.Projects;
import cms.review.Moved;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Runs builds one at a time per project, in the order of {@link BuildQueue}. */
final class Builds {
    private static final Logger LOG = LoggerFactory.getLogger(Builds.class);

    private static final long STOP_SECONDS_MAX = 3;
    private static final Duration RETRY_FIRST = Duration.ofSeconds(5);
    private static final Duration RETRY_MAX = Duration.ofMinutes(1);

    private final Projects projects;
    private final ProjectBuilds runs;
    private final Leases leases;
    private final InstantSource clock;
    private final BuildMeters meters;
    private final Undelivered undelivered;
    private final Map<String, Duration> backoff = new ConcurrentHashMap<>();
    private final Map<String, Instant> retries = new ConcurrentHashMap<>();
    private final Map<String, BuildQueue> queues = new ConcurrentHashMap<>();
    private final Map<String, Coalesced<Build.Trigger>> moved = new ConcurrentHashMap<>();
    private final Map<String, Unseen> unseen = new ConcurrentHashMap<>();
    private final Phaser running = new Phaser(1);
    private volatile boolean closed;

    /** A move whose projects could not be read, and when that is tried again. */
    private record Unseen(Build.Trigger trigger, Instant again) {}

    Builds(Projects projects, ProjectBuilds runs, Leases leases, InstantSource clock, BuildMeters meters) {
        this.projects = projects;
        this.runs = runs;
        this.leases = leases;
        this.clock = clock;
        this.meters = meters;
        this.undelivered = meters.undelivered();
    }

    /** Asks for a build whenever assets of a project change, because a release lists them. */
    void follow(Announcements announcements) {
        announcements.within(
                AssetChanged.class,
                (tx, changed) -> tx.afterCommit(() -> automatic(changed.projectId(), Build.Trigger.AUTOMATIC)));
    }

    /** Asks for builds after a branch has moved. A push may have deleted the delivered one, which a build reports. */
    void moved(Moved move) {
        boolean pushed = move.cause() == Moved.Cause.PUSHED;
        if (move.after() != null || pushed) {
            moved(move.project().repoFullName(), pushed ? Build.Trigger.PUSHED : Build.Trigger.AUTOMATIC);
        }
    }

    /**
     * Asks for a build of every project that is delivered from a repository. A write moves several branches and others
     * write meanwhile, so requests that wait become one, and the first trigger is kept.
     */
    void moved(String repoFullName, Build.Trigger trigger) {
        work(
                moved.computeIfAbsent(repoFullName, name -> new Coalesced<>()),
                trigger,
                taken -> lookAt(repoFullName, taken));
    }

    /** Asks for an automatic build unless the last one broke off a moment ago. */
    void due(String projectId) {
        if (!retries.containsKey(projectId)) {
            automatic(projectId, Build.Trigger.AUTOMATIC);
        }
    }

    /** Tries builds again that broke off, so that no change is lost. */
    void retry() {
        Instant now = clock.instant();
        unseen.forEach((repoFullName, move) -> {
            if (!move.again().isAfter(now) && unseen.remove(repoFullName, move)) {
                moved(repoFullName, move.trigger());
            }
        });
        retries.forEach((projectId, at) -> {
            if (!at.isAfter(now) && retries.remove(projectId, at)) {
                automatic(projectId, Build.Trigger.AUTOMATIC);
            }
        });
    }

    /** Asks for an automatic build; changes that come before it begins are in it, later ones in the next. */
    void automatic(String projectId, Build.Trigger trigger) {
        BuildQueue queue = queue(projectId);
        work(queue.automatic(), trigger, taken -> runAutomatic(projectId, queue, taken));
    }

    /** Begins a full build; {@code CONFLICT} while another manual one has it. */
    ManualBuild manual(String projectId) {
        BuildQueue queue = queue(projectId);
        queue.claimManual();
        ManualBuild manual = new ManualBuild(queue, amongInstances(projectId, queue));
        start(() -> manual.end(runManual(projectId, queue, manual)));
        return manual;
    }

    /** Follows a project's release while no build of it runs in this instance; one that waits for that is enough. */
    void between(String projectId, Runnable work) {
        BuildQueue queue = queue(projectId);
        if (queue.following().compareAndSet(false, true)) {
            queue.building().lock();
            try {
                queue.following().set(false); // a change from here on may be missed by this work
                work.run();
            } finally {
                queue.building().unlock();
            }
        }
    }

    /** Does the last work on a deleted project, while no build of it runs in any instance, and forgets it. */
    void afterAll(String projectId, Runnable work) {
        alone(projectId, queue(projectId), Build.Trigger.AUTOMATIC, () -> {
            work.run();
            return true;
        });
        forget(projectId);
    }

    /** Forgets what a build remembers of a project only to make the next one quicker. */
    void forgetMemory(String projectId) {
        runs.forget(projectId);
    }

    /** Drops what this instance keeps in memory of a project that was deleted. */
    void forget(String projectId) {
        runs.forget(projectId);
        retries.remove(projectId);
        backoff.remove(projectId);
        queues.remove(projectId);
        undelivered.forget(projectId);
    }

    /** Begins no more builds and lets the running ones end; one that takes too long is repeated at the next start. */
    void close() {
        closed = true;
        try {
            running.awaitAdvanceInterruptibly(running.arrive(), STOP_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (TimeoutException tooLong) {
            LOG.warn("a build was still running at the stop");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Lease amongInstances(String projectId, BuildQueue queue) {
        Optional<Lease> lease = Optional.empty();
        try {
            lease = leases.take("delivery-manual:" + projectId);
            return lease.orElseThrow(BuildQueue::busy);
        } finally {
            if (lease.isEmpty()) {
                queue.freeManual();
            }
        }
    }

    /**
     * Does work while no other build of the project runs, here or in another instance; rows are written only as long as
     * the lease holds. An automatic build waits for that as long as it takes, a manual one for a minute, and then for a
     * minute more for each of a place among the builds, its room and a place again: the build before it may itself wait
     * for them, for up to an hour each.
     */
    private <T> T alone(String projectId, BuildQueue queue, Build.Trigger trigger, Supplier<T> work) {
        Instant until = clock.instant().plus(ProjectBuilds.PERSON_WAIT_MAX);
        BooleanSupplier waits =
                () -> !closed && (!trigger.isManual() || clock.instant().isBefore(until));
        Lease lease = leases.await(ReleaseKeeper.buildLease(projectId), waits).orElseThrow(this::notBegun);
        try (lease) {
            if (!queue.begin(waits)) {
                throw notBegun();
            }
            try {
                return Database.withHook(lease::confirm, work);
            } finally {
                queue.building().unlock();
            }
        }
    }

    private Failure notBegun() {
        return closed ? Failure.unavailable("The service is stopping; try again.") : ProjectBuilds.tooMuchIsBuilt();
    }

    private void lookAt(String repoFullName, Build.Trigger trigger) {
        try {
            projects.onRepository(repoFullName).stream()
                    .filter(project -> project.delivery().enabled())
                    .forEach(project -> {
                        undelivered.landed(project.id());
                        automatic(project.id(), trigger);
                    });
        } catch (RuntimeException failed) {
            LOG.warn("the projects on {} cannot be read now; this is tried again", repoFullName, failed);
            unseen.put(repoFullName, new Unseen(trigger, clock.instant().plus(RETRY_FIRST)));
        }
    }

    private void runAutomatic(String projectId, BuildQueue queue, Build.Trigger trigger) {
        try {
            Optional<ProjectBuilds.Outcome> outcome = closed
                    ? Optional.empty()
                    : alone(projectId, queue, trigger, () -> run(projectId, trigger, event -> {}, queue));
            if (outcome.orElse(null) instanceof ProjectBuilds.Outcome.StillRefused) {
                retries.put(projectId, clock.instant().plus(RETRY_MAX));
            } else {
                retryLater(projectId, outcome.filter(Builds::isFailed).isPresent());
            }
        } catch (RuntimeException | Error failed) {
            LOG.warn("an automatic build of project {} could not run", projectId, failed);
            retryLater(projectId, true);
        }
    }

    /** Runs one build and counts it; does nothing for a project without delivery, unless a person asks for it. */
    private Optional<ProjectBuilds.Outcome> run(
            String projectId, Build.Trigger trigger, Consumer<ObjectNode> events, BuildQueue queue) {
        Instant began = clock.instant();
        Optional<ProjectBuilds.Outcome> outcome = projects.find(projectId)
                .filter(found -> trigger.isManual() || found.delivery().enabled())
                .map(found -> runs.run(found, trigger, events, queue.automatic()::isWaiting));
        outcome.flatMap(Builds::result)
                .ifPresent(
                        ended -> meters.ended(trigger.wireName(), ended.status().wireName(), ended.durationMillis()));
        if (outcome.filter(Builds::keepsTheLastRelease).isEmpty()) {
            undelivered.delivered(projectId, began);
        }
        return outcome;
    }

    private static boolean keepsTheLastRelease(ProjectBuilds.Outcome outcome) {
        return outcome instanceof ProjectBuilds.Outcome.StillRefused || isFailed(outcome);
    }

    private static boolean isFailed(ProjectBuilds.Outcome outcome) {
        return result(outcome)
                .filter(ended -> ended.status() == Build.Status.FAILED)
                .isPresent();
    }

    private static Optional<BuildResult> result(ProjectBuilds.Outcome outcome) {
        return outcome instanceof ProjectBuilds.Outcome.Built built ? Optional.of(built.result()) : Optional.empty();
    }

    private void retryLater(String projectId, boolean failed) {
        if (failed) {
            Duration wait = backoff.merge(projectId, RETRY_FIRST, (last, first) -> {
                Duration twice = last.multipliedBy(2);
                return twice.compareTo(RETRY_MAX) < 0 ? twice : RETRY_MAX;
            });
            retries.put(projectId, clock.instant().plus(wait));
        } else {
            backoff.remove(projectId);
            retries.remove(projectId);
        }
    }

    private ObjectNode runManual(String projectId, BuildQueue queue, ManualBuild manual) {
        try {
            return alone(
                            projectId,
                            queue,
                            Build.Trigger.MANUAL,
                            () -> run(projectId, Build.Trigger.MANUAL, manual::send, queue))
                    .flatMap(Builds::result)
                    .map(BuildEvents::complete)
                    .orElseGet(() -> BuildEvents.error("There is no such project."));
        } catch (Failure refused) {
            return BuildEvents.error(refused.message());
        } catch (RuntimeException | Error failed) {
            LOG.warn("a manual build of project {} could not run", projectId, failed);
            return BuildEvents.error("The build could not run; try again.");
        }
    }

    /** Adds a request, and starts a thread that works on all of them where none does. */
    private void work(Coalesced<Build.Trigger> requests, Build.Trigger trigger, Consumer<Build.Trigger> work) {
        if (!closed && requests.add(trigger)) {
            start(() -> requests.fulfil(work));
        }
    }

    private void start(Runnable work) {
        running.register();
        Thread.ofVirtual().name("delivery-build").start(() -> {
            try {
                work.run();
            } finally {
                running.arriveAndDeregister();
            }
        });
    }

    private BuildQueue queue(String projectId) {
        return queues.computeIfAbsent(projectId, id -> new BuildQueue());
    }
}
