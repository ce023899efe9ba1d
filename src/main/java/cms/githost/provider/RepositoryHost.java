package cms.githost.provider;

import cms.auth.Caller;
import cms.platform.failure.Failure;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A host of repositories: the built-in one, or a GitHub-shaped one with a REST interface.
 *
 * <p>Methods that ask the host block for at most a few seconds. A host that is down, limits this service or sends
 * malformed answers is {@code UNAVAILABLE} with the time after which to try again; other failures are documented at
 * each method.
 */
public interface RepositoryHost {
    /**
     * Every installation that the caller may choose from.
     *
     * @throws cms.platform.failure.Failure UNAUTHENTICATED with {@code data.code} GITHUB_REAUTH_REQUIRED when the
     *     caller has no token that the host accepts
     */
    List<Installation> installationsOf(Caller caller);

    /** The page on which people install this service's app; empty where none is needed, or it is not known. */
    Optional<String> installPage();

    /** The present state of an installation at the host; empty when it is gone. */
    Optional<Installation> installation(long installationId);

    /** Every repository that an installation reaches. */
    List<HostedRepository> repositories(long installationId);

    /** A repository; empty when the installation does not reach it. */
    Optional<HostedRepository> repository(long installationId, String fullName);

    /**
     * The result of scanning a repository before it is connected; {@code NOT_FOUND} when the installation does not
     * reach it.
     */
    Scan scan(long installationId, String fullName);

    /**
     * Makes a repository in the account of an installation from a template.
     *
     * @throws cms.platform.failure.Failure NOT_FOUND for an unknown template, UNPROCESSABLE when the name is taken,
     *     FORBIDDEN when the host refuses
     */
    CreatedRepository create(Caller caller, long installationId, NewRepository wanted);

    /**
     * Whether the host shows a repository to the caller: an installation reaches more than everybody who may choose it.
     *
     * @throws cms.platform.failure.Failure as {@link #installationsOf}
     */
    boolean shows(Caller caller, String fullName);

    /**
     * Stores a repository, so that it can be found by its name from now on, after asking the host for its state.
     *
     * @throws cms.platform.failure.Failure NOT_FOUND when the installation does not reach it
     */
    RepositoryState connect(long installationId, String fullName);

    /** The stored state of a connected repository; never asks the host. Empty for one that was never connected. */
    Optional<RepositoryState> state(String fullName);

    /**
     * Stores that a push was refused because the default branch takes pull requests only, whatever the host said of it.
     */
    void refusedPush(String fullName);

    /** Asks the host for the present state of a connected repository and stores it. */
    RepositoryState fetchState(String fullName);

    /**
     * The address for fetching from and pushing to a connected repository, with a token that is valid for some minutes
     * at least; empty on the built-in host, whose repositories are in this process.
     *
     * @throws cms.platform.failure.Failure UNAVAILABLE with code {@code git_host.access_lost} while the repository is
     *     out of reach (suspended, withdrawn, deleted) and has to be connected again
     */
    Optional<Transport> transport(String fullName);

    /**
     * The address with a new token, after the host refused the token of {@code refused} with 401; a new one is
     * requested once.
     */
    Optional<Transport> transportAfter(Transport refused);

    /**
     * Opens a pull request between two branches, or finds the one that is open already.
     *
     * @throws cms.platform.failure.Failure FORBIDDEN when the app may not, UNPROCESSABLE when there is nothing to merge
     */
    PullRequest propose(String fullName, Proposal proposal);

    /** Tries to merge an open pull request (a merge commit, never squashed). */
    MergeAnswer merge(PullRequest request);

    /** Whether the host answers for this repository at present; cheap enough for a health page, and never throws. */
    Connectivity connectivity(String fullName);

    static Failure signInAgain() {
        return Failure.unauthenticated("Sign in with the Git host to choose an installation; without that it does not"
                        + " tell what you may see there.")
                .withData(Map.of("code", "GITHUB_REAUTH_REQUIRED"));
    }

    static Failure outOfReach() {
        return Failure.notFound("The installation reaches no repository of this name.");
    }

    static Failure nameTaken() {
        return Failure.unprocessable("The account already has a repository of this name; choose another one.");
    }
}
