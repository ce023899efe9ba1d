package cms.githost;

import cms.auth.Caller;
import cms.git.CommitId;
import cms.git.Imports;
import cms.git.Repositories;
import cms.git.Repository;
import cms.git.Tree;
import cms.git.remote.FetchProgress;
import cms.githost.builtin.BuiltInConfig;
import cms.githost.builtin.BuiltInHost;
import cms.githost.mirror.Mirrors;
import cms.githost.provider.Connectivity;
import cms.githost.provider.MergeAnswer;
import cms.githost.provider.Proposal;
import cms.githost.provider.PullRequest;
import cms.githost.provider.RepositoryHost;
import cms.githost.provider.RepositoryState;
import cms.githost.provider.Scan;
import cms.githost.provider.ScannedFiles;
import cms.githost.provider.Stack;
import cms.githost.remote.RemoteHost;
import cms.platform.config.Secret;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.jobs.ReadingMarks;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The door to repositories, of the built-in and the remote host; their content is always read from a copy in this
 * process.
 */
public final class Hosting implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Hosting.class);

    private static final String TITLE = "Content from cms";
    private static final String TEXT = "What has landed in the content management system, to be merged as it is."
            + " Merge it with a merge commit; more content joins it as long as it is open.";

    private final Repositories repositories;
    private final ReadingMarks reading;
    private final HostSettings settings;
    private final BuiltInHost builtIn;
    private final RepositoryHost host;
    private final @Nullable RemoteHost remoteHost;
    private final @Nullable Mirrors mirrors;
    private final Set<String> merging = ConcurrentHashMap.newKeySet();

    /**
     * @param reading marks that keep a repository whose reading ended the service from being read in the background
     *     again
     */
    public Hosting(
            Database database,
            Repositories repositories,
            HostSettings settings,
            InstantSource clock,
            ReadingMarks reading) {
        this.reading = reading;
        this.repositories = repositories;
        repositories.readInBackground(
                (name, work) -> reading.readingUnlessBusy(ReadingMarks.MarkedWork.alone("repack"), name, work));
        this.settings = settings;
        var config = new BuiltInConfig(
                settings.everybodyOwnsAccount(), this::cloneUrl, Bot::at, new Imports(settings.outside(), clock));
        this.builtIn = new BuiltInHost(database, repositories, config, clock);
        RemoteSettings remote = settings.remote();
        this.remoteHost = remote == null ? null : new RemoteHost(database, remote.config(), clock);
        this.host = remoteHost == null ? builtIn : remoteHost;
        MirrorSettings mirroring = settings.mirrors();
        this.mirrors = mirroring == null ? null : new Mirrors(host, mirroring.config(), clock, reading);
    }

    /**
     * Runs a background job that reads the content of a repository: a build, an announcement, an index. A repository
     * that ended two runs of the service in one such job is skipped by all of them.
     *
     * @param job name of the job and the project, of which a repository may have several
     * @return false when the repository is skipped
     */
    public boolean readingContent(String job, String fullName, Runnable work) {
        return reading.reading(ReadingMarks.MarkedWork.joint(job), fullName, work);
    }

    /**
     * As {@link #readingContent}, for a job that reads other data of the repository; only this job skips it after two
     * ended runs.
     */
    public boolean reading(String job, String fullName, Runnable work) {
        return reading.reading(ReadingMarks.MarkedWork.alone(job), fullName, work);
    }

    public boolean isLeftAlone(String fullName) {
        return reading.isLeftAlone(fullName);
    }

    /** Records that a repository was written to, so that skipped jobs read it again. */
    public void changed(String fullName) {
        reading.changed(fullName);
    }

    /** Adds a listener for branches that others have moved at a remote host, never called for the built-in one. */
    public void onFollowed(Repositories.MirrorListener listener) {
        if (mirrors != null) {
            mirrors.onFollowed(listener);
        }
    }

    /** Fetches the present state from a remote host, if there is one; {@code UNAVAILABLE} when it does not answer. */
    public void refresh(String fullName) {
        if (mirrors != null) {
            mirrors.refresh(fullName);
        }
    }

    /** The commit of a branch; the host is asked for a missing one, which another instance may just have pushed. */
    public Optional<CommitId> tip(String fullName, String branch) {
        Repository repository = repository(fullName);
        return repository.tip(branch).or(() -> {
            refresh(fullName);
            return repository.tip(branch);
        });
    }

    /** Has every instance refresh its copy of a repository that has moved at a remote host, without waiting. */
    void movedAtHost(String fullName) {
        if (mirrors != null) {
            mirrors.movedAtHost(fullName);
        }
    }

    /** Refreshes the copies that exist of these repositories, some a second, without waiting. */
    public void refreshSoon(Collection<String> fullNames) {
        if (mirrors != null) {
            mirrors.refreshSoon(fullNames);
        }
    }

    /**
     * Sets which repositories are in use: copies of others are removed by {@link #sweep}. The repositories of the
     * built-in host are not copies, and stay.
     */
    public void sweepUnused(Supplier<Set<String>> used) {
        if (mirrors != null) {
            mirrors.sweepUnused(used);
        }
    }

    /** Removes unused copies on every instance; a job calls it at intervals. */
    public void sweep() {
        if (mirrors != null) {
            mirrors.sweep();
        }
    }

    /** Name of this instance's folder of mirrors, the same after a restart; empty on the built-in host. */
    public String instance() {
        return mirrors == null ? "" : mirrors.instance();
    }

    /** Whether a connected repository is fetched and can be read; the first fetch of a large one takes a while. */
    public boolean isReady(String fullName) {
        return mirrors == null || mirrors.isReady(fullName);
    }

    /** Progress or error of the first fetch of a connected repository; empty where none is needed. */
    public Optional<FirstFetch> firstFetch(String fullName) {
        if (mirrors == null || mirrors.isReady(fullName)) {
            return Optional.empty();
        }
        FetchProgress now = mirrors.progress(fullName).orElse(new FetchProgress(0, 0, 0));
        String error = mirrors.failedFetch(fullName).map(Failure::message).orElse(null);
        return Optional.of(new FirstFetch(now.objects(), now.objectsTotal(), now.bytes(), error));
    }

    /** Renames the copies of a repository; called in the transaction that stores its new name. */
    void renamed(Tx tx, String from, String to) {
        if (mirrors != null) {
            mirrors.renamed(tx, from, to);
        }
    }

    /**
     * Proposes to merge a branch into one that takes no pushes: opens a pull request or finds the open one, and tries
     * to merge it on a thread of its own. The URL of the pull request; empty when the host refuses, in which case the
     * next landing tries again.
     */
    public Optional<String> propose(String fullName, String head, String base) {
        try {
            if (host.state(fullName).filter(state -> !state.protectedDefault()).isPresent()) {
                host.refusedPush(fullName);
            }
            PullRequest request = host.propose(fullName, new Proposal(head, base, TITLE, TEXT));
            if (merging.add(fullName)) {
                Thread.ofVirtual().name("merge " + fullName).start(() -> merge(request));
            }
            return Optional.of(request.url());
        } catch (Failure notNow) {
            LOG.warn("{} gets no pull request now: {}", fullName, notNow.message());
            return Optional.empty();
        }
    }

    private void merge(PullRequest request) {
        try {
            if (host.merge(request) == MergeAnswer.MERGED) {
                refresh(request.fullName());
            }
        } catch (Failure notNow) {
            LOG.warn("{} is not merged now: {}", request.url(), notNow.message());
        } finally {
            merging.remove(request.fullName());
        }
    }

    @Override
    public void close() {
        if (mirrors != null) {
            mirrors.close();
        }
    }

    /** The host of the repositories, built-in or remote. */
    RepositoryHost host() {
        return host;
    }

    Optional<RemoteHost> remote() {
        return Optional.ofNullable(remoteHost);
    }

    /** The secret that signs the webhooks of the remote host; null refuses every webhook. */
    @Nullable
    Secret webhookSecret() {
        RemoteSettings remote = settings.remote();
        return remote == null ? null : remote.webhookSecret();
    }

    /** Whether the caller owns the built-in account of a repository, however this session was signed in. */
    public boolean isOwner(Caller caller, String fullName) {
        return remoteHost == null && builtIn.isOwner(caller, fullName);
    }

    /**
     * Makes an empty repository when a person pushes to an unused name of their own account on the built-in host; empty
     * for any other name, and on a remote host.
     *
     * @throws Failure INVALID for a name that is not allowed, UNPROCESSABLE for one that differs from a taken one in
     *     case alone, FORBIDDEN when the account has its maximum of repositories
     */
    public Optional<Repository> pushedTo(Caller caller, String fullName) {
        return remoteHost == null ? builtIn.pushedTo(caller, fullName) : Optional.empty();
    }

    /**
     * Points the HEAD of a repository that had no commit to the first pushed branch, {@code master} before others, as
     * {@code git clone} expects it.
     */
    public void pushed(Repository repository, List<String> branches) {
        if (remoteHost == null && repository.tip(repository.defaultBranch()).isEmpty()) {
            branches.stream()
                    .filter(branch -> repository.tip(branch).isPresent())
                    .min(Comparator.comparing((String branch) -> !branch.equals("master"))
                            .thenComparing(Comparator.naturalOrder()))
                    .ifPresent(repository::pointTo);
        }
    }

    /** A repository; empty when there is none. */
    public Optional<Repository> find(String fullName) {
        return mirrors == null ? repositories.find(fullName) : mirrors.find(fullName);
    }

    /** The repository of a connected project; {@code UNAVAILABLE} when it is gone from the host. */
    public Repository repository(String fullName) {
        return find(fullName)
                .orElseThrow(() -> Failure.unavailable(
                        "The repository " + fullName + " cannot be reached; reconnect it or try again later."));
    }

    /**
     * Connects the repository of a new project, which can be read as soon as it {@link #isReady}.
     *
     * @throws Failure NOT_FOUND for a repository that the installation does not reach or the host does not show to the
     *     caller, UNAUTHENTICATED where the host does not know the caller, UNAVAILABLE when it does not answer
     */
    public Repository connect(Caller caller, long installationId, String fullName) {
        if (!host.shows(caller, fullName)) {
            throw RepositoryHost.outOfReach();
        }
        RepositoryState state = host.connect(installationId, fullName);
        return mirrors == null ? repository(state.fullName()) : mirrors.connect(state);
    }

    /**
     * Moves a connected repository to another installation; false when that does not reach it.
     *
     * @throws Failure UNAVAILABLE when the host does not answer
     */
    public boolean reconnect(long installationId, String fullName) {
        try {
            return host.connect(installationId, fullName).fullName().equals(fullName);
        } catch (Failure failed) {
            if (failed.kind() == FailureKind.NOT_FOUND) {
                return false;
            }
            throw failed;
        }
    }

    /** Access to a repository: {@code accessible}, {@code suspended}, {@code inaccessible} or {@code deleted}. */
    public String reach(String fullName) {
        return host.state(fullName).map(state -> state.reach().key()).orElse("inaccessible");
    }

    /** Whether the Git host answers for a repository just now; takes a few seconds at most and never throws. */
    public GitConnectivity connectivity(String fullName) {
        Connectivity found = host.connectivity(fullName);
        Optional<Failure> error = mirrors == null ? Optional.empty() : mirrors.error(fullName);
        return error.isPresent() && found.connected()
                ? new GitConnectivity(false, error.get().message())
                : new GitConnectivity(found.connected(), found.error());
    }

    /** The word for the framework that a repository is built with; empty when none is recognised. */
    public Optional<String> stack(String fullName) {
        Repository found = repository(fullName);
        Tree files = found.tip(found.defaultBranch()).map(found::tree).orElseGet(found::emptyTree);
        Stack stack = Scan.of(found.defaultBranch(), ScannedFiles.of(files)).stack();
        return stack == Stack.UNKNOWN ? Optional.empty() : Optional.of(stack.key());
    }

    /** The URL from which people clone a repository of the built-in host. */
    public String cloneUrl(String fullName) {
        return settings.publicUrl() + "/git/" + fullName + ".git";
    }
}
