package cms.project;

import cms.auth.Caller;
import cms.format.ContentBranches;
import cms.git.Repository;
import cms.githost.Hosting;
import cms.platform.failure.Failure;
import cms.workspace.Workspace;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Checks a repository that is about to become a project: that it is in reach, and that our branches fit into it. */
final class Connection {
    private static final Duration ASK_AGAIN = Duration.ofSeconds(5);

    private final Hosting hosting;
    private final NewProject wanted;
    private final Repository repository;
    private final String workspaceId;

    /**
     * Fails with INVALID without an installation and NOT_FOUND outside of its reach, and of the caller's at the host.
     */
    Connection(Hosting hosting, Caller caller, Workspace workspace, NewProject wanted) {
        Long installationId = workspace.installationId();
        if (installationId == null) {
            throw Failure.invalid("The workspace has no Git host installation; connect one first.");
        }
        this.hosting = hosting;
        this.wanted = wanted;
        this.workspaceId = workspace.id();
        this.repository = hosting.connect(caller, installationId, wanted.repoFullName());
    }

    /** The new project; one whose repository is still being fetched is checked when the fetch has ended. */
    Project project(String id, Instant now) {
        boolean isReady = hosting.isReady(repository.fullName());
        String branch = branch(isReady);
        refuseClashes(branch);
        return new Project(
                id,
                workspaceId,
                wanted.name(),
                repository.fullName(),
                branch,
                wanted.contentRoot(),
                isReady ? hosting.stack(repository.fullName()).orElse(null) : null,
                isReady ? ProjectStatus.ACTIVE : ProjectStatus.SETUP,
                now,
                DeliverySettings.off(),
                false);
    }

    /**
     * The branch that was asked for, which must exist, or the one that the host calls the default. Another one than
     * that cannot be looked up before the first fetch is over, and a wrong one would be made there by the first
     * landing.
     */
    private String branch(boolean isReady) {
        Optional<String> asked = wanted.defaultBranch();
        if (asked.isEmpty()) {
            return repository.defaultBranch();
        }
        String name = asked.get();
        if (repository.tip(name).isPresent()) { // Fails with INVALID for a name that Git does not allow.
            return name;
        }
        if (!isReady && !name.equals(repository.defaultBranch())) {
            throw Failure.unavailable(
                            "The repository is being fetched for the first time, and `defaultBranch` is looked"
                                    + " up in it after that; ask again in a moment, or leave it out to detect it.")
                    .withRetryAfter(ASK_AGAIN);
        }
        if (isReady && !repository.branches("").isEmpty()) {
            throw Failure.invalid("The repository has no branch named `defaultBranch`; leave it out to detect it.");
        }
        return name;
    }

    /**
     * Refuses a repository with a branch {@code cr} or {@code cr/push}, beside which Git cannot hold {@code cr/x} or a
     * parked push, and {@code cms} as the default branch.
     */
    private void refuseClashes(String branch) {
        if (branch.equals(ContentBranches.TRUNK) || branch.startsWith(ContentBranches.CHANGES)) {
            throw Failure.invalid("The default branch must not be cms or below cr/, which this service uses itself.");
        }
        boolean clash = ContentBranches.FOLDERS.stream()
                        .anyMatch(name -> repository.tip(name).isPresent())
                || !repository.branches(ContentBranches.TRUNK + "/").isEmpty();
        if (clash) {
            throw Failure.conflict("The repository has a branch named cr or cr/push, or one below cms/, which this"
                    + " service needs; rename it first.");
        }
    }
}
