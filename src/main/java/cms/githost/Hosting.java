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

/** The door to repositories, wherever they live; what is in one is always read from this process. */
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

    /** @param reading what keeps a repository that ended the service from being read in the background again */
    public Hosting(
            Database database,
            Repositories repositories,
            HostSettings settings,
            InstantSource clock,
            ReadingMarks reading) {
        this.reading = reading;
        this.repositories = repositories;
        repositories.readInBackground(
                (name, work) -> reading.readingUnlessBusy(ReadingMarks.Work.alone("repack"), name, work));
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
     * Does what reads the content of a repository in the background: builds it, tells of it, follows it. What two runs ended with
     * in one such job is left alone by all of them.
     *
     * @param job with the project, of which a repository may have several
     * @return false when it is left alone
     */
    public boolean readingContent(String job, String fullName, Runnable work) {
        return reading.reading(ReadingMarks.Work.joint(job), fullName, work);
    }

    /** The same for a job that does something else there; it alone is left alone when two runs ended with it. */
    public boolean reading(String job, String fullName, Runnable work) {
        return reading.reading(ReadingMarks.Work.alone(job), fullName, work);
    }

    public boolean isLeftAlone(String fullName) {
        return reading.isLeftAlone(fullName);
    }

    /** Something was written to a repository, so it is read again. */
    public void changed(String fullName) {
        reading.changed(fullName);
    }

    /** Calls a listener about branches that others have moved at a remote host; never for the built-in one. */
    public void onFollowed(Repositories.MirrorListener listener) {
        if (mirrors != null) {
            mirrors.onFollowed(listener);
        }
    }

    /** Brings what a remote host has now; {@code UNAVAILABLE} when it does not answer. Nothing on the built-in host. */
    public void refresh(String fullName) {
        if (mirrors != null) {
            mirrors.refresh(fullName);
        }
    }

    /** Where a branch stands. The host is asked before there is none: another instance may just have pushed it there. */
    public Optional<CommitId> tip(String fullName, String branch) {
        Repository repository = repository(fullName);
        return repository.tip(branch).or(() -> {
            refresh(fullName);
            return repository.tip(branch);
        });
    }

    /** Brings what a remote host has of all that are here already, one after another, without waiting for any. */
    public void refreshSoon(Collection<String> fullNames) {
        if (mirrors != null) {
            mirrors.refreshSoon(fullNames);
        }
    }

    /**
     * Says which repositories are in use: copies of others are removed by {@link #sweep}. The repositories of the built-in
     * host are nobody's copies and stay.
     */
    public void sweepUnused(Supplier<Set<String>> used) {
        if (mirrors != null) {
            mirrors.sweepUnused(used);
        }
    }

    /** To be run now and then. */
    public void sweep() {
        if (mirrors != null) {
            mirrors.sweep();
        }
    }

    /** Tells the mirrors of this instance from those of others, also after a restart; empty on the built-in host. */
    public String instance() {
        return mirrors == null ? "" : mirrors.instance();
    }

    /** Whether a connected repository can be read here already; the first fetch of a large one takes its time. */
    public boolean isReady(String fullName) {
        return mirrors == null || mirrors.isReady(fullName);
    }

    /** How the first fetch of a connected repository goes; empty where there is none, or none yet. */
    public Optional<FirstFetch> firstFetch(String fullName) {
        if (mirrors == null || mirrors.isReady(fullName)) {
            return Optional.empty();
        }
        FetchProgress now = mirrors.progress(fullName).orElse(new FetchProgress(0, 0, 0));
        String error = mirrors.failedFetch(fullName).map(Failure::message).orElse(null);
        return Optional.of(new FirstFetch(now.objects(), now.objectsTotal(), now.bytes(), error));
    }

    /** Told in the transaction that stores a new name of a repository. */
    void renamed(Tx tx, String from, String to) {
        if (mirrors != null) {
            mirrors.renamed(tx, from, to);
        }
    }

    /**
     * Asks a remote host to merge a branch into one that takes no pushes: opens a pull request or finds the one that is
     * open, and tries to merge it on a thread of its own. Where people look at it; empty when the host does not let us,
     * and then the next landing asks again.
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

    /** The host that has the repositories. */
    RepositoryHost host() {
        return host;
    }

    Optional<RemoteHost> remote() {
        return Optional.ofNullable(remoteHost);
    }

    /** What webhooks of the remote host are signed with; null refuses every webhook. */
    @Nullable
    Secret webhookSecret() {
        RemoteSettings remote = settings.remote();
        return remote == null ? null : remote.webhookSecret();
    }

    /** Whether the caller owns the account that a repository belongs to, however this session was signed in. */
    public boolean isOwner(Caller caller, String fullName) {
        return remoteHost == null && builtIn.isOwner(caller, fullName);
    }

    /**
     * A new, empty repository where a person begins to push to a free name of their own account on the built-in host;
     * empty for any other name, and on a remote host.
     *
     * @throws Failure INVALID for a name that no repository has, UNPROCESSABLE for one that differs from a taken one in
     *     case alone, FORBIDDEN when the account has as many as it may have
     */
    public Optional<Repository> pushedTo(Caller caller, String fullName) {
        return remoteHost == null ? builtIn.pushedTo(caller, fullName) : Optional.empty();
    }

    /** Points a repository that had no commit to what was pushed first, as {@code git clone} expects it. */
    public void pushed(Repository repository, List<String> branches) {
        if (remoteHost == null && repository.tip(repository.defaultBranch()).isEmpty()) {
            branches.stream()
                    .filter(branch -> repository.tip(branch).isPresent())
                    .min(Comparator.comparing((String branch) -> !branch.equals("master"))
                            .thenComparing(Comparator.naturalOrder()))
                    .ifPresent(repository::pointTo);
        }
    }

    /** The files and branches of a repository; empty when there is none. */
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
     * The repository that is about to become a project, to be read as soon as it {@link #isReady}.
     *
     * @throws Failure NOT_FOUND outside of the installation's reach and for what the host does not show to the caller,
     *     UNAUTHENTICATED where it does not know the caller, UNAVAILABLE when it does not answer
     */
    public Repository connect(Caller caller, long installationId, String fullName) {
        if (!host.shows(caller, fullName)) {
            throw RepositoryHost.outOfReach();
        }
        RepositoryState state = host.connect(installationId, fullName);
        return mirrors == null ? repository(state.fullName()) : mirrors.connect(state);
    }

    /**
     * Lets a repository that was connected before belong to another installation; false outside of its reach.
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

    /** Whether the app still reaches a repository: {@code accessible}, {@code suspended}, {@code inaccessible} or {@code deleted}. */
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

    /** Where people clone a repository of the built-in host from. */
    public String cloneUrl(String fullName) {
        return settings.publicUrl() + "/git/" + fullName + ".git";
    }
}
