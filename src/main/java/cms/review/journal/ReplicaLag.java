package cms.review.journal;

import cms.format.ContentBranches;
import cms.git.CommitId;
import cms.git.Repository;
import cms.githost.Hosting;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.project.Project;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an instance whose mirror has not caught up from announcing again what a faster one has announced. The host has
 * what the others know, so that one fetch shows whether this mirror is late, or the history another one.
 */
final class ReplicaLag {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaLag.class);

    private final Hosting hosting;
    private final Consumer<String> again;
    private final Consumer<String> later;
    /** By project: the position that was unknown here even after a fetch from the host. */
    private final Map<String, JournalPosition> looked = new ConcurrentHashMap<>();

    private final Map<String, JournalPosition> looking = new ConcurrentHashMap<>();

    /**
     * @param again called with the repository once it was fetched from the host
     * @param later called instead when the host does not answer
     */
    ReplicaLag(Hosting hosting, Consumer<String> again, Consumer<String> later) {
        this.hosting = hosting;
        this.again = again;
        this.later = later;
    }

    /** Whether other instances know more; then the host is fetched from, and publishing goes on by itself. */
    boolean isBehind(Project project, Repository repository, JournalPosition position) {
        boolean known = repository.remote().isEmpty()
                || holds(repository, ContentBranches.TRUNK, position.trunk())
                        && holds(repository, project.defaultBranch(), position.main());
        if (known) {
            looked.remove(project.id());
            return false;
        }
        if (position.equals(looked.get(project.id()))) {
            return false;
        }
        if (looking.putIfAbsent(project.id(), position) == null) {
            Thread.ofVirtual().name("catch up " + project.repoFullName()).start(() -> look(project, position));
        }
        return true;
    }

    private void look(Project project, JournalPosition position) {
        try {
            hosting.refresh(project.repoFullName());
            looked.put(project.id(), position);
        } catch (RuntimeException | Error notNow) {
            LOG.info("{} lags behind other instances, and its host does not answer now", project.id(), notNow);
        } finally {
            looking.remove(project.id());
        }
        (position.equals(looked.get(project.id())) ? again : later).accept(project.repoFullName());
    }

    private static boolean holds(Repository repository, String branch, String commit) {
        if (commit.isEmpty()) {
            return true;
        }
        Optional<CommitId> tip = repository.tip(branch);
        try {
            return tip.isPresent() && repository.isAncestor(new CommitId(commit), tip.get());
        } catch (Failure unknown) {
            if (unknown.kind() != FailureKind.NOT_FOUND) {
                throw unknown;
            }
            return false;
        }
    }
}
