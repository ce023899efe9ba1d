package cms.githost.remote;

import cms.githost.provider.AccessStatus;
import cms.githost.provider.HostedRepository;
import cms.githost.provider.Installation;
import cms.githost.provider.RepositoryState;
import cms.platform.db.Database;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Computes the new states of connected repositories after a webhook about their installation, their name or themselves.
 */
final class RemoteNews {
    private final Database database;
    private final RemoteInstallations installations;
    private final RemoteStates states;
    private final InstantSource clock;
    private final RemoteRepositoryStore store = new RemoteRepositoryStore();

    RemoteNews(Database database, RemoteInstallations installations, RemoteStates states, InstantSource clock) {
        this.database = database;
        this.installations = installations;
        this.states = states;
        this.clock = clock;
    }

    /** The present states of an installation's connected repositories; empty when the installation is gone. */
    Optional<List<RepositoryState>> refresh(long installationId) {
        Optional<Installation> found = installations.find(installationId);
        List<RepositoryState> known = database.read(tx -> store.ofInstallation(tx, installationId));
        if (found.isEmpty()) {
            known.forEach(state -> states.note(unreached(state, AccessStatus.INACCESSIBLE)));
            return Optional.empty();
        }
        if (found.get().isSuspended()) {
            return Optional.of(known.stream()
                    .map(state -> unreached(state, AccessStatus.SUSPENDED))
                    .toList());
        }
        if (known.isEmpty()) {
            return Optional.of(List.of());
        }
        Map<Long, HostedRepository> reached = installations.repositories(installationId).stream()
                .collect(Collectors.toMap(HostedRepository::id, Function.identity(), (one, same) -> one));
        return Optional.of(known.stream()
                .map(state -> Optional.ofNullable(reached.get(state.id()))
                        .map(now -> reached(state, installationId, now))
                        .orElseGet(() -> unreached(state, AccessStatus.INACCESSIBLE)))
                .toList());
    }

    /** The present state of a repository after a webhook about it; empty when the webhook was out of date. */
    Optional<RepositoryState> changed(long id, String fullName, boolean deleted) {
        Optional<RepositoryState> found = database.read(tx -> store.find(tx, id));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        RepositoryState known = found.get();
        if (deleted) {
            return installations.covers(known.installationId(), known.fullName())
                    ? Optional.empty()
                    : Optional.of(unreached(known, AccessStatus.DELETED));
        }
        if (!fullName.equals(known.fullName())) {
            Optional<HostedRepository> now = states.repository(known.installationId(), fullName);
            if (now.filter(renamed -> renamed.id() == id).isPresent()) {
                return now.map(renamed -> reached(known, known.installationId(), renamed));
            }
        }
        return Optional.of(states.fetchState(known.fullName()));
    }

    private RepositoryState reached(RepositoryState state, long installationId, HostedRepository now) {
        return new RepositoryState(
                state.id(),
                now.fullName(),
                installationId,
                now.defaultBranch(),
                state.protectedDefault(),
                AccessStatus.ACCESSIBLE,
                clock.instant());
    }

    private RepositoryState unreached(RepositoryState state, AccessStatus reach) {
        return new RepositoryState(
                state.id(),
                state.fullName(),
                state.installationId(),
                state.defaultBranch(),
                state.protectedDefault(),
                state.reach() == AccessStatus.DELETED ? AccessStatus.DELETED : reach,
                clock.instant());
    }
}
