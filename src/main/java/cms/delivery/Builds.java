package cms.delivery;

import cms.project.Project;
import cms.project.Projects;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Runs builds one at a time per project, in the order of {@link Slot}. */
final class Builds {
    private static final Logger LOG = LoggerFactory.getLogger(Builds.class);

    private static final long STOP_SECONDS_MAX = 3;
    private static final Duration RETRY_AFTER = Duration.ofMinutes(1);

    private final Projects projects;
    private final ProjectBuilds runs;
    private final InstantSource clock;
    private final Map<String, Instant> retries = new ConcurrentHashMap<>();
    private final Map<String, Slot> slots = new ConcurrentHashMap<>();
    private final Phaser running = new Phaser(1);
    private volatile boolean closed;

    Builds(Projects projects, ProjectBuilds runs, InstantSource clock) {
        this.projects = projects;
        this.runs = runs;
        this.clock = clock;
    }

    /** Asks for an automatic build unless the last one broke off a moment ago. */
    void due(String projectId) {
        if (!retries.containsKey(projectId)) {
            automatic(projectId);
        }
    }

    /** Tries builds again that broke off, so that no change is lost. */
    void retry() {
        Instant now = clock.instant();
        retries.forEach((projectId, at) -> {
            if (!at.isAfter(now) && retries.remove(projectId, at)) {
                automatic(projectId);
            }
        });
    }

    /** Asks for an automatic build; changes that come before it begins are in it, later ones in the next. */
    void automatic(String projectId) {
        Slot slot = slot(projectId);
        if (!closed && slot.wantAutomatic()) {
            start(() -> {
                while (slot.takeAutomatic()) {
                    runAutomatic(projectId, slot);
                }
            });
        }
    }

    /** Begins a full build; {@code CONFLICT} while another manual one holds the slot. */
    ManualBuild manual(String projectId) {
        Slot slot = slot(projectId);
        slot.claimManual();
        ManualBuild manual = new ManualBuild(slot);
        start(() -> manual.end(runManual(projectId, slot, manual)));
        return manual;
    }

    void forget(String projectId) {
        runs.forget(projectId);
        retries.remove(projectId);
        slots.remove(projectId);
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

    private void runAutomatic(String projectId, Slot slot) {
        slot.building().lock();
        try {
            Optional<Project> project =
                    projects.find(projectId).filter(found -> found.delivery().enabled());
            boolean failed = !closed
                    && project.flatMap(found -> runs.run(found, Build.Trigger.AUTOMATIC, event -> {}))
                            .filter(result -> result.status() == Build.Status.FAILED)
                            .isPresent();
            retryLater(projectId, failed);
        } catch (RuntimeException failed) {
            LOG.warn("an automatic build of project {} could not run", projectId, failed);
            retryLater(projectId, true);
        } finally {
            slot.building().unlock();
        }
    }

    private void retryLater(String projectId, boolean failed) {
        if (failed) {
            retries.put(projectId, clock.instant().plus(RETRY_AFTER));
        } else {
            retries.remove(projectId);
        }
    }

    private ObjectNode runManual(String projectId, Slot slot, ManualBuild manual) {
        slot.building().lock();
        try {
            return projects.find(projectId)
                    .flatMap(project -> runs.run(project, Build.Trigger.MANUAL, manual::tell))
                    .map(BuildEvents::complete)
                    .orElseGet(() -> BuildEvents.error("There is no such project."));
        } catch (RuntimeException failed) {
            LOG.warn("a manual build of project {} could not run", projectId, failed);
            return BuildEvents.error("The build could not run; try again.");
        } finally {
            slot.building().unlock();
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

    private Slot slot(String projectId) {
        return slots.computeIfAbsent(projectId, id -> new Slot());
    }
}
