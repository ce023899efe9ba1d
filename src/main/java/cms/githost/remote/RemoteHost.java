package cms.githost.remote;

import cms.auth.Caller;
import cms.githost.provider.AccessStatus;
import cms.githost.provider.Connectivity;
import cms.githost.provider.CreatedRepository;
import cms.githost.provider.HostedRepository;
import cms.githost.provider.Installation;
import cms.githost.provider.MergeAnswer;
import cms.githost.provider.NewRepository;
import cms.githost.provider.Proposal;
import cms.githost.provider.PullRequest;
import cms.githost.provider.RepositoryHost;
import cms.githost.provider.RepositoryState;
import cms.githost.provider.Scan;
import cms.githost.provider.Transport;
import cms.githost.remote.api.ApiAnswer;
import cms.githost.remote.api.AppKey;
import cms.githost.remote.api.AppTokens;
import cms.githost.remote.api.HostApi;
import cms.githost.remote.api.Identity;
import cms.githost.remote.api.Refusal;
import cms.platform.config.Secret;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Repositories at a GitHub-shaped host, reached as an app. */
public final class RemoteHost implements RepositoryHost {
    private static final String TOKEN_USER = "x-access-token";

    private final URI webUrl;
    private final AppTokens tokens;
    private final HostApi api;
    private final RemoteInstallations installations;
    private final RemoteStates states;
    private final RemotePulls pulls;
    private final RemoteTemplates templates;
    private final RemoteNews news;

    public RemoteHost(Database database, RemoteConfig config, InstantSource clock) {
        this.webUrl = config.webUrl();
        this.tokens = new AppTokens(new AppKey(config.appId(), config.privateKey()), clock);
        this.api = new HostApi(config.apiUrl(), config.web(), config.timeout(), tokens, clock);
        this.installations = new RemoteInstallations(api, config.userToken());
        this.states = new RemoteStates(database, api, installations, clock);
        this.pulls = new RemotePulls(database, api, states);
        this.templates = new RemoteTemplates(database, api, installations);
        this.news = new RemoteNews(database, installations, states, clock);
    }

    @Override
    public List<Installation> installationsOf(Caller caller) {
        return installations.of(caller);
    }

    @Override
    public Optional<String> installPage() {
        return installations.page();
    }

    @Override
    public Optional<Installation> installation(long installationId) {
        return installations.find(installationId);
    }

    @Override
    public List<HostedRepository> repositories(long installationId) {
        return installations.repositories(installationId);
    }

    @Override
    public Optional<HostedRepository> repository(long installationId, String fullName) {
        return states.repository(installationId, fullName);
    }

    @Override
    public Scan scan(long installationId, String fullName) {
        HostedRepository found = repository(installationId, fullName).orElseThrow(RepositoryHost::outOfReach);
        var files =
                new RemoteFiles(api, new Identity.Installed(installationId), found.fullName(), found.defaultBranch());
        return Scan.of(found.defaultBranch(), files);
    }

    @Override
    public CreatedRepository create(Caller caller, long installationId, NewRepository wanted) {
        return templates.create(caller, installationId, wanted);
    }

    @Override
    public boolean shows(Caller caller, String fullName) {
        return installations.shows(caller, fullName);
    }

    @Override
    public RepositoryState connect(long installationId, String fullName) {
        return states.connect(installationId, fullName);
    }

    @Override
    public Optional<RepositoryState> state(String fullName) {
        return states.find(fullName);
    }

    @Override
    public void refusedPush(String fullName) {
        states.refusedPush(fullName);
    }

    @Override
    public RepositoryState fetchState(String fullName) {
        return states.fetchState(fullName);
    }

    @Override
    public Optional<Transport> transport(String fullName) {
        RepositoryState state = states.fresh(fullName);
        if (state.reach() != AccessStatus.ACCESSIBLE) {
            throw accessLost(fullName);
        }
        return switch (tokens.installation(api, state.installationId())) {
            case AppTokens.Found found ->
                Optional.of(new Transport(
                        fullName,
                        URI.create(webUrl + "/" + fullName + ".git"),
                        TOKEN_USER,
                        new Secret(found.token().text())));
            case AppTokens.Missing missing -> throw withoutToken(fullName, missing.why());
        };
    }

    @Override
    public Optional<Transport> transportAfter(Transport refused) {
        states.find(refused.fullName())
                .ifPresent(state ->
                        tokens.forget(state.installationId(), refused.token().reveal()));
        return transport(refused.fullName());
    }

    @Override
    public PullRequest propose(String fullName, Proposal proposal) {
        return pulls.propose(fullName, proposal);
    }

    @Override
    public MergeAnswer merge(PullRequest request) {
        return pulls.merge(request);
    }

    @Override
    public Connectivity connectivity(String fullName) {
        return states.connectivity(fullName);
    }

    /** A connected repository by the host's number for it. */
    public Optional<RepositoryState> find(Tx tx, long id) {
        return states.find(tx, id);
    }

    public Optional<RepositoryState> find(Tx tx, String fullName) {
        return states.find(tx, fullName);
    }

    public void keep(Tx tx, RepositoryState state) {
        states.keep(tx, state);
    }

    public void forgetPullRequest(Tx tx, long repositoryId, int number) {
        pulls.forget(tx, repositoryId, number);
    }

    /**
     * The present states of an installation's connected repositories; empty when the installation is gone, after its
     * repositories have been marked as inaccessible.
     */
    public Optional<List<RepositoryState>> refresh(long installationId) {
        tokens.forget(installationId);
        return news.refresh(installationId);
    }

    /** The present state of a repository after a webhook about it; empty when the webhook was out of date. */
    public Optional<RepositoryState> changed(long id, String fullName, boolean deleted) {
        return news.changed(id, fullName, deleted);
    }

    /**
     * The failure when the host gives no token for an installation, which is suspended or gone; asks the host which of
     * the two.
     */
    private Failure withoutToken(String fullName, ApiAnswer.Refused why) {
        boolean withdrawn = why.why() == Refusal.FORBIDDEN || why.why() == Refusal.NOT_FOUND;
        return withdrawn && states.fetchState(fullName).reach() != AccessStatus.ACCESSIBLE
                ? accessLost(fullName)
                : why.failure();
    }

    private static Failure accessLost(String fullName) {
        return Failure.unavailable(
                        "The app does not reach " + fullName + " at the Git host any more; restore its access"
                                + " there, or connect the installation again.")
                .withCode("git_host.access_lost")
                .withRetryAfter(RemoteStates.ASK_AGAIN_AFTER);
    }
}
