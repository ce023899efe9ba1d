package cms.review;

import cms.format.ContentBranches;
import cms.format.ContentPaths;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.Tree;
import cms.git.Writing;
import cms.githost.Hosting;
import cms.platform.compute.Outside;
import cms.project.Project;
import cms.review.branch.LandedTips;
import cms.review.branch.OpenChanges;
import cms.review.branch.ParkingPlace;
import cms.review.count.WriteMeters;
import cms.review.files.Scope;
import cms.review.history.CommitProof;
import cms.review.history.LandedHistory;
import cms.review.submit.ContextSource;
import cms.review.submit.Tip;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs writes of the branches that content lives on, and calls the listeners with every branch that moved. */
final class TrunkWriter {
    private static final Logger LOG = LoggerFactory.getLogger(TrunkWriter.class);

    private final Hosting hosting;
    private final CommitProof proof;
    private final InstantSource clock;
    private final WriteMeters meters;
    private final LandedTips landed = new LandedTips();
    private final List<Moved.MoveListener> listeners = new CopyOnWriteArrayList<>();
    private volatile ContextSource contexts = (project, before, merged, operation) -> Optional.empty();

    TrunkWriter(Hosting hosting, CommitProof proof, InstantSource clock, MeterRegistry metrics) {
        this.hosting = hosting;
        this.proof = proof;
        this.clock = clock;
        this.meters = new WriteMeters(metrics);
    }

    void contextBy(ContextSource source) {
        contexts = source;
    }

    void onMoved(Moved.MoveListener listener) {
        listeners.add(listener);
    }

    /** Creates {@code cms} for a project on a remote host at once, because readers do not wait for that host. */
    void begin(Project project) {
        if (hosting.isReady(project.repoFullName())
                && repository(project).remote().isPresent()) {
            write(project, (trunk, writing) -> trunk.ensure());
        }
    }

    Tip sync(Project project) {
        Repository repository = hosting.repository(project.repoFullName());
        Optional<CommitId> cms = repository.tip(ContentBranches.TRUNK);
        Optional<CommitId> main = repository.tip(project.defaultBranch());
        if (repository.remote().isPresent() && (cms.isPresent() || main.isPresent())) {
            CommitId known = cms.or(() -> main).get();
            return new Tip(
                    known,
                    repository.tree(known)); // Readers do not wait for a host; its commits are merged after a fetch.
        }
        boolean upToDate = cms.isPresent() && (main.isEmpty() || main.equals(cms) || isTakenIn(repository, cms, main));
        // A write may itself wait for a computation, so this thread gives its turn to compute away while it waits.
        CommitId tip = upToDate ? cms.get() : Outside.waiting(() -> write(project, (trunk, writing) -> trunk.ensure()));
        return new Tip(tip, repository.tree(tip));
    }

    void requireValid(Project project, Tree before, Tree after) {
        contexts.requireValid(project, List.of(before), after);
    }

    List<String> findings(Project project, Tree before, Tree after) {
        return contexts.findings(project, before, after);
    }

    Repository repository(Project project) {
        return hosting.repository(project.repoFullName());
    }

    OpenChanges opened(Project project) {
        return new OpenChanges(
                repository(project), project.defaultBranch(), ContentPaths.under(project.contentRoot()), landed);
    }

    /** The landings, newest first, without those of which the caller may see nothing. */
    LandedHistory landings(Project project, Scope allowed) {
        return new LandedHistory(repository(project), proof, ContentPaths.under(project.contentRoot()), allowed);
    }

    InstantSource clock() {
        return clock;
    }

    /** Runs one write of the trunk; the listeners are called once it is durable. */
    <T> T write(Project project, BiFunction<Trunk, Writing, T> work) {
        List<Moved> moves = new ArrayList<>();
        Instant now = clock.instant();
        long start = System.nanoTime();
        AtomicBoolean saved = new AtomicBoolean();
        T result = hosting.repository(project.repoFullName()).write(writing -> {
            Trunk trunk = new Trunk(project, writing, contexts, proof, now);
            T done = work.apply(trunk, writing);
            trunk.note();
            saved.set(trunk.isSave());
            moves.clear();
            moves.addAll(trunk.moves());
            return done;
        });
        meters.wrote(saved.get(), moves.stream().anyMatch(Moved::isLanding), System.nanoTime() - start);
        notifyMoved(moves);
        return result;
    }

    /** The result that a write would have on the local state; nothing is stored or announced, and no host is asked. */
    <T> T trial(Project project, BiFunction<Trunk, Writing, T> work) {
        Instant now = clock.instant();
        return hosting.repository(project.repoFullName())
                .trial(writing -> work.apply(new Trunk(project, writing, contexts, proof, now), writing));
    }

    /**
     * The address of the pull request from {@code cms} to a default branch that takes no pushes on its host: it is
     * opened, or found, and its merge tried. Empty when the default branch takes pushes or has everything, or the host
     * refuses.
     */
    Optional<String> proposal(Project project) {
        Repository repository = hosting.repository(project.repoFullName());
        Optional<CommitId> cms = repository.tip(ContentBranches.TRUNK);
        Optional<CommitId> main = repository.tip(project.defaultBranch());
        if (repository.takes(project.defaultBranch()) || cms.isEmpty() || main.isEmpty()) {
            return Optional.empty();
        }
        boolean same = repository
                .tree(cms.get())
                .id()
                .equals(repository.tree(main.get()).id());
        return same
                ? Optional.empty()
                : hosting.propose(project.repoFullName(), ContentBranches.TRUNK, project.defaultBranch());
    }

    /** A listener that fails harms neither the write, which is done, nor the other listeners. */
    void notifyMoved(List<Moved> moves) {
        moves.stream()
                .filter(moved -> moved.cause() != Moved.Cause.SYNCED) // Caused by a reading, not by a write.
                .forEach(moved -> hosting.changed(moved.project().repoFullName()));
        for (Moved moved : moves) {
            for (Moved.MoveListener listener : listeners) {
                try {
                    listener.moved(moved);
                } catch (RuntimeException failed) {
                    LOG.error(
                            "a listener failed about {} of {}",
                            moved.branch(),
                            moved.project().id(),
                            failed);
                }
            }
        }
    }

    private static boolean isTakenIn(Repository repository, Optional<CommitId> cms, Optional<CommitId> main) {
        CommitId outside = main.orElseThrow();
        return repository.isAncestor(outside, cms.orElseThrow())
                || new ParkingPlace(repository.commit(outside))
                        .find(repository::tip, repository::isAncestor)
                        .isPresent();
    }
}
