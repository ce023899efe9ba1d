package cms.githost.remote;

import cms.githost.provider.AccessStatus;
import cms.githost.provider.Connectivity;
import cms.githost.provider.HostedRepository;
import cms.githost.provider.RepositoryHost;
import cms.githost.provider.RepositoryState;
import cms.githost.remote.api.ApiAnswer;
import cms.githost.remote.api.ApiCall;
import cms.githost.remote.api.HostApi;
import cms.githost.remote.api.Identity;
import cms.githost.remote.api.Refusal;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The stored states of connected repositories, and their refresh. */
final class RemoteStates {
    private static final Duration HEALTH_LIFE = Duration.ofSeconds(5);
    private static final Duration HEALTH_TIMEOUT = Duration.ofSeconds(3);
    /** A repository that was out of reach is tried again on demand, not before this long after the last try. */
    static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(30);

    private static final int REMEMBERED_MAX = 1_000;

    private final Database database;
    private final HostApi api;
    private final RemoteInstallations installations;
    private final InstantSource clock;
    private final RemoteRepositoryStore store = new RemoteRepositoryStore();
    private final Cache<String, Connectivity> seen =
            Caffeine.newBuilder().maximumSize(REMEMBERED_MAX).build();

    RemoteStates(Database database, HostApi api, RemoteInstallations installations, InstantSource clock) {
        this.database = database;
        this.api = api;
        this.installations = installations;
        this.clock = clock;
    }

    Optional<HostedRepository> repository(long installationId, String fullName) {
        if (!installations.covers(installationId, fullName)) {
            return Optional.empty();
        }
        ApiAnswer answer = read(installationId, fullName);
        return answer.isRefused(Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.MOVED)
                ? Optional.empty()
                : Optional.of(HostJson.repository(answer.orFail()));
    }

    RepositoryState connect(long installationId, String fullName) {
        HostedRepository found = repository(installationId, fullName).orElseThrow(RepositoryHost::outOfReach);
        Protection protection =
                Protection.of(api, new Identity.Installed(installationId), found.fullName(), found.defaultBranch());
        return keep(new RepositoryState(
                found.id(),
                found.fullName(),
                installationId,
                found.defaultBranch(),
                protection.isOn(),
                AccessStatus.ACCESSIBLE,
                clock.instant()));
    }

    Optional<RepositoryState> find(String fullName) {
        return database.read(tx -> store.find(tx, fullName));
    }

    Optional<RepositoryState> find(Tx tx, String fullName) {
        return store.find(tx, fullName);
    }

    Optional<RepositoryState> find(Tx tx, long id) {
        return store.find(tx, id);
    }

    /** The state of a connected repository; fails for one that was never connected. */
    RepositoryState require(String fullName) {
        return find(fullName).orElseThrow(RepositoryHost::outOfReach);
    }

    RepositoryState fetchState(String fullName) {
        RepositoryState known = require(fullName);
        AccessStatus reach = reach(known);
        if (reach != AccessStatus.ACCESSIBLE) {
            return note(with(known, known.defaultBranch(), known.protectedDefault(), reach));
        }
        HostedRepository now =
                HostJson.repository(read(known.installationId(), fullName).orFail());
        Protection protection =
                Protection.of(api, new Identity.Installed(known.installationId()), now.fullName(), now.defaultBranch());
        return note(with(known, now.defaultBranch(), protection.isOn(), AccessStatus.ACCESSIBLE));
    }

    /** As {@link #fetchState} where the last check failed and is some time ago; else the stored state. */
    RepositoryState fresh(String fullName) {
        RepositoryState known = require(fullName);
        boolean ask = known.reach() != AccessStatus.ACCESSIBLE
                && clock.instant().isAfter(known.lookedAt().plus(ASK_AGAIN_AFTER));
        return ask ? fetchState(fullName) : known;
    }

    /**
     * Stores what a look at the host has found, and returns the stored state. The host may have announced a new name or
     * installation while it was asked; a look by the old name then changes nothing.
     */
    RepositoryState note(RepositoryState looked) {
        return database.write(tx -> {
            if (!store.update(tx, looked)) {
                return store.find(tx, looked.id()).orElse(looked);
            }
            tx.afterCommit(() -> seen.invalidate(looked.fullName()));
            return looked;
        });
    }

    RepositoryState keep(RepositoryState state) {
        database.writing(tx -> keep(tx, state));
        return state;
    }

    void keep(Tx tx, RepositoryState state) {
        store.put(tx, state);
        tx.afterCommit(() -> seen.invalidate(state.fullName()));
    }

    void refusedPush(String fullName) {
        find(fullName).ifPresent(known -> note(with(known, known.defaultBranch(), true, known.reach())));
    }

    Connectivity connectivity(String fullName) {
        Connectivity last = seen.getIfPresent(fullName);
        if (last != null && clock.instant().isBefore(last.checkedAt().plus(HEALTH_LIFE))) {
            return last;
        }
        Connectivity now;
        try {
            now = ask(fullName);
        } catch (Failure failed) {
            now = verdict(failed.message());
        }
        seen.put(fullName, now);
        return now;
    }

    private Connectivity ask(String fullName) {
        RepositoryState state = fresh(fullName);
        if (state.reach() == AccessStatus.ACCESSIBLE) {
            ApiAnswer answer =
                    api.call(ApiCall.get(new Identity.Installed(state.installationId()), HostJson.repos(fullName))
                            .within(HEALTH_TIMEOUT));
            if (answer instanceof ApiAnswer.Done) {
                return verdict(null);
            }
            if (!answer.isRefused(Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.MOVED)) {
                answer.orFail();
            }
            state = fetchState(fullName);
        }
        return verdict(
                switch (state.reach()) {
                    case ACCESSIBLE -> null;
                    case SUSPENDED -> "The app is suspended at the Git host; unsuspend it there.";
                    case INACCESSIBLE ->
                        "The app does not reach this repository any more; give it access, or connect"
                                + " the installation again.";
                    case DELETED -> "The repository has been deleted at the Git host.";
                });
    }

    private Connectivity verdict(@Nullable String error) {
        return new Connectivity(error == null, error, clock.instant());
    }

    /**
     * Whether the repository is reached, by the installation that covers it, because every token reads public
     * repositories.
     */
    private AccessStatus reach(RepositoryState known) {
        ApiAnswer answer =
                api.call(ApiCall.get(new Identity.App(), HostJson.repos(known.fullName()) + "/installation"));
        if (answer.isRefused(Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.MOVED)) {
            return known.reach() == AccessStatus.DELETED ? AccessStatus.DELETED : AccessStatus.INACCESSIBLE;
        }
        var now = HostJson.installation(answer.orFail());
        if (now.id() != known.installationId()) {
            return AccessStatus.INACCESSIBLE;
        }
        return now.isSuspended() ? AccessStatus.SUSPENDED : AccessStatus.ACCESSIBLE;
    }

    private ApiAnswer read(long installationId, String fullName) {
        return api.call(ApiCall.get(new Identity.Installed(installationId), HostJson.repos(fullName)));
    }

    private RepositoryState with(RepositoryState known, String defaultBranch, boolean isProtected, AccessStatus reach) {
        Instant now = clock.instant();
        return new RepositoryState(
                known.id(), known.fullName(), known.installationId(), defaultBranch, isProtected, reach, now);
    }
}
