package cms.githost.provider;

import cms.auth.Caller;
import cms.platform.failure.Failure;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where repositories live: the built-in host, or a GitHub-shaped one that is asked over its REST interface.
 *
 * <p>Methods that ask block for at most a few seconds. A host that is down, limits us or answers nonsense is
 * {@code UNAVAILABLE} with the time after which to try again; what else may happen stands at each method.
 */
public interface RepositoryHost {
    /**
     * Every installation that the caller may choose from.
     *
     * @throws cms.platform.failure.Failure UNAUTHENTICATED with {@code data.code} GITHUB_REAUTH_REQUIRED without a
     *     token of the caller's own that the host takes
     */
    List<Installation> installationsOf(Caller caller);

    /** Where people install this service's app at the host; empty where nothing is to be installed, or it is not known. */
    Optional<String> installPage();

    /** An installation as the host has it now; empty when it is gone. */
    Optional<Installation> installation(long installationId);

    /** Every repository that an installation reaches. */
    List<HostedRepository> repositories(long installationId);

    /** Empty outside of the installation's reach. */
    Optional<HostedRepository> repository(long installationId, String fullName);

    /** What a repository looks like before it is connected; {@code NOT_FOUND} outside of the installation's reach. */
    Scan scan(long installationId, String fullName);

    /**
     * Makes a repository in the account of an installation from a template.
     *
     * @throws cms.platform.failure.Failure NOT_FOUND without such a template, UNPROCESSABLE when the name is taken,
     *     FORBIDDEN when the host does not let us
     */
    CreatedRepository create(Caller caller, long installationId, NewRepository wanted);

    /**
     * Whether the host shows a repository to the caller: an installation reaches more than everybody who may choose it.
     *
     * @throws cms.platform.failure.Failure as {@link #installationsOf}
     */
    boolean shows(Caller caller, String fullName);

    /**
     * Remembers a repository, so that it can be asked for by its name alone from now on; asks the host what it is like.
     *
     * @throws cms.platform.failure.Failure NOT_FOUND outside of the installation's reach
     */
    RepositoryState connect(long installationId, String fullName);

    /** What was last heard of a connected repository; never asks the host. Empty for one that was never connected. */
    Optional<RepositoryState> state(String fullName);

    /** Remembers that a push showed the default branch to take pull requests only, whatever the host said of it. */
    void refusedPush(String fullName);

    /** Asks the host what a connected repository is like now, and remembers it. */
    RepositoryState fetchState(String fullName);

    /**
     * Where a connected repository is fetched from and pushed to, with a token that is good for some minutes at least;
     * empty on the built-in host, whose repositories are in this process already.
     *
     * @throws cms.platform.failure.Failure UNAVAILABLE with code {@code git_host.access_lost} while the repository is
     *     out of reach (suspended, withdrawn, deleted) and has to be connected again
     */
    Optional<Transport> transport(String fullName);

    /** The same after the host refused the token of a transport with 401; a new token is asked for once. */
    Optional<Transport> transportAfter(Transport refused);

    /**
     * Opens a pull request between two branches, or finds the one that is open already.
     *
     * @throws cms.platform.failure.Failure FORBIDDEN when the app may not, UNPROCESSABLE when there is nothing to merge
     */
    PullRequest propose(String fullName, Proposal proposal);

    /** Tries to merge an open pull request (a merge commit, never squashed). */
    MergeAnswer merge(PullRequest request);

    /** Whether the host answers for this repository just now; cheap enough for a health page, and never throws. */
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
