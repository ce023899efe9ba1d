package cms.githost.builtin;

import cms.auth.Caller;
import cms.git.Authorship;
import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.git.Repositories;
import cms.git.Repository;
import cms.git.Tree;
import cms.githost.provider.AccessStatus;
import cms.githost.provider.Connectivity;
import cms.githost.provider.CreatedRepository;
import cms.githost.provider.HostAccount;
import cms.githost.provider.HostedRepository;
import cms.githost.provider.Installation;
import cms.githost.provider.MergeAnswer;
import cms.githost.provider.NewRepository;
import cms.githost.provider.Proposal;
import cms.githost.provider.PullRequest;
import cms.githost.provider.RepositoryHost;
import cms.githost.provider.RepositoryState;
import cms.githost.provider.Scan;
import cms.githost.provider.ScannedFiles;
import cms.githost.provider.Templates;
import cms.githost.provider.Transport;
import cms.platform.db.Database;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** The host of repositories in this process, which is never down, limited or withdrawn. */
public final class BuiltInHost implements RepositoryHost {
    private static final String DEFAULT_BRANCH = "main";
    private static final String SELECTION = "all";
    private static final String ACCOUNT_TYPE = "User";
    private static final Map<String, String> PERMISSIONS =
            Map.of("contents", "write", "metadata", "read", "pull_requests", "write");
    private static final String PUSHED = ""; // no template
    private static final int REPOSITORIES_MAX = 1_000;

    private final Database database;
    private final Repositories repositories;
    private final BuiltInConfig config;
    private final InstantSource clock;
    private final GitAccounts accounts;
    private final RepositoryCards cards;
    private final Set<String> beingMade = ConcurrentHashMap.newKeySet();

    public BuiltInHost(Database database, Repositories repositories, BuiltInConfig config, InstantSource clock) {
        this.database = database;
        this.repositories = repositories;
        this.config = config;
        this.clock = clock;
        this.cards = new RepositoryCards(database, clock);
        this.accounts = new GitAccounts(database, config.everybodyOwnsAccount(), clock);
    }

    /** Whether the caller owns the account that a repository belongs to, however this session was signed in. */
    public boolean isOwner(Caller caller, String fullName) {
        return database.read(tx -> accounts.ofUser(tx, caller.userId()))
                .filter(account -> account.owns(fullName))
                .isPresent();
    }

    @Override
    public List<Installation> installationsOf(Caller caller) {
        return List.of(installation(accounts.of(caller).orElseThrow(RepositoryHost::signInAgain)));
    }

    @Override
    public Optional<String> installPage() {
        return Optional.empty();
    }

    @Override
    public Optional<Installation> installation(long installationId) {
        return account(installationId).map(BuiltInHost::installation);
    }

    /** Newest first. */
    @Override
    public List<HostedRepository> repositories(long installationId) {
        return account(installationId).stream()
                .flatMap(account -> cardsOf(account.login()).stream())
                .flatMap(card -> repositories.find(card.fullName()).map(found -> hosted(card, found)).stream())
                .toList();
    }

    /** The cards of an account, newest first; a repository gets one whose creation was cut off right before. */
    private List<RepositoryCard> cardsOf(String login) {
        List<RepositoryCard> known = cards.list(login);
        Set<String> names = known.stream().map(RepositoryCard::fullName).collect(Collectors.toSet());
        List<String> without = repositories.list(login).stream()
                .filter(name -> !names.contains(name))
                .filter(beingMade::add)
                .toList();
        try {
            without.forEach(this::adopt);
        } finally {
            without.forEach(beingMade::remove);
        }
        return without.isEmpty() ? known : cards.list(login);
    }

    @Override
    public Optional<HostedRepository> repository(long installationId, String fullName) {
        return reached(installationId, fullName)
                .flatMap(found -> cards.find(fullName).map(card -> hosted(card, found)));
    }

    @Override
    public Scan scan(long installationId, String fullName) {
        Repository found = reached(installationId, fullName).orElseThrow(RepositoryHost::outOfReach);
        return Scan.of(found.defaultBranch(), ScannedFiles.of(files(found)));
    }

    @Override
    public CreatedRepository create(Caller caller, long installationId, NewRepository wanted) {
        GitAccount account = account(installationId).orElseThrow(RepositoryHost::outOfReach);
        Optional<URI> importUrl = wanted.importUrl();
        if (importUrl.isPresent()) {
            return make(account, wanted, (made, now) -> config.imports().fill(made, importUrl.get(), caller.userId()));
        }
        ChangeSet files = Templates.files(wanted.template());
        return make(
                account,
                wanted,
                (made, now) -> made.write(writing -> {
                    String message = "Start from " + wanted.template() + "\n";
                    Authorship bot = config.bot().apply(now);
                    CommitId first = writing.commit(writing.emptyTree(), files, List.of(), bot, message);
                    writing.create(DEFAULT_BRANCH, first);
                    return first;
                }));
    }

    /** Makes an empty repository when the caller pushes to an unused name of their own account. */
    public Optional<Repository> pushedTo(Caller caller, String fullName) {
        return accounts.of(caller).filter(account -> account.owns(fullName)).map(account -> {
            String name = fullName.substring(account.login().length() + 1);
            var wanted = new NewRepository(PUSHED, name, true, Optional.empty());
            make(account, wanted, (made, now) -> {});
            return repositories.find(fullName).orElseThrow();
        });
    }

    /** @param filling writes the initial content; when it fails, the repository is removed */
    private CreatedRepository make(GitAccount account, NewRepository wanted, BiConsumer<Repository, Instant> filling) {
        String fullName = account.login() + "/" + wanted.name();
        if (!beingMade.add(fullName)) {
            throw RepositoryHost.nameTaken();
        }
        try {
            adopt(fullName);
            forgetUnfinished(fullName);
            return makeAlone(account, wanted, filling);
        } finally {
            beingMade.remove(fullName);
        }
    }

    /**
     * Gives a card to a repository that has content and none: its creation was cut off between the two, by a kill or by
     * a database that went away. A private one, as nobody knows any more what was asked for.
     */
    private void adopt(String fullName) {
        repositories
                .find(fullName)
                .filter(found ->
                        !found.branches("").isEmpty() && cards.find(fullName).isEmpty())
                .ifPresent(found -> cards.make(fullName, true, null));
    }

    /** Removes a repository whose creation was killed before it was filled and answered. */
    private void forgetUnfinished(String fullName) {
        boolean isEmpty = repositories
                .find(fullName)
                .filter(found -> found.branches("").isEmpty())
                .isPresent();
        if (isEmpty && cards.find(fullName).isEmpty()) {
            repositories.delete(fullName);
        }
    }

    private CreatedRepository makeAlone(
            GitAccount account, NewRepository wanted, BiConsumer<Repository, Instant> filling) {
        String fullName = account.login() + "/" + wanted.name();
        List<String> existing = repositories.list(account.login());
        if (existing.stream().anyMatch(fullName::equalsIgnoreCase)
                || cards.find(fullName).isPresent()) {
            throw RepositoryHost.nameTaken();
        }
        if (existing.size() >= REPOSITORIES_MAX) {
            throw Failure.forbidden(
                    "The account has " + REPOSITORIES_MAX + " repositories, which is as many as one may have.");
        }
        Repository made = repositories.create(fullName, DEFAULT_BRANCH);
        try {
            filling.accept(made, clock.instant());
        } catch (RuntimeException failed) {
            repositories.delete(fullName);
            throw failed;
        }
        RepositoryCard card = cardOf(fullName, wanted);
        return new CreatedRepository(hosted(card, made), config.cloneUrl().apply(fullName), false);
    }

    /** Stores the card. Without its files it would keep the service from being ready: they go only where it is not. */
    private RepositoryCard cardOf(String fullName, NewRepository wanted) {
        try {
            return cards.make(fullName, wanted.isPrivate(), wanted.description().orElse(null));
        } catch (Failure failed) {
            if (failed.kind() != FailureKind.UNAVAILABLE) {
                repositories.delete(fullName);
            }
            throw failed;
        }
    }

    /** Always true: an account has one owner, who decides by connecting it to a workspace. */
    @Override
    public boolean shows(Caller caller, String fullName) {
        return true;
    }

    @Override
    public RepositoryState connect(long installationId, String fullName) {
        return reached(installationId, fullName)
                .map(found -> fetchState(fullName))
                .orElseThrow(RepositoryHost::outOfReach);
    }

    @Override
    public Optional<RepositoryState> state(String fullName) {
        return Optional.of(fetchState(fullName));
    }

    @Override
    public void refusedPush(String fullName) {
        // Nothing is pushed to this host from here.
    }

    @Override
    public RepositoryState fetchState(String fullName) {
        Optional<Repository> found = repositories.find(fullName);
        return new RepositoryState(
                0,
                fullName,
                0,
                found.map(Repository::defaultBranch).orElse(DEFAULT_BRANCH),
                false,
                found.isPresent() ? AccessStatus.ACCESSIBLE : AccessStatus.INACCESSIBLE,
                clock.instant());
    }

    @Override
    public Optional<Transport> transport(String fullName) {
        return Optional.empty();
    }

    @Override
    public Optional<Transport> transportAfter(Transport refused) {
        return Optional.empty();
    }

    @Override
    public PullRequest propose(String fullName, Proposal proposal) {
        throw Failure.unprocessable("The built-in host has no pull requests; its default branch is never protected.");
    }

    @Override
    public MergeAnswer merge(PullRequest request) {
        return MergeAnswer.NOT_YET;
    }

    @Override
    public Connectivity connectivity(String fullName) {
        boolean there = repositories.find(fullName).isPresent();
        return new Connectivity(
                there,
                there
                        ? null
                        : "The repository is not in the data folder of this instance; mount that folder or restore it.",
                clock.instant());
    }

    private Optional<GitAccount> account(long installationId) {
        return database.read(tx -> accounts.byInstallation(tx, installationId));
    }

    private Optional<Repository> reached(long installationId, String fullName) {
        return account(installationId)
                .filter(account -> account.owns(fullName))
                .flatMap(account -> repositories.find(fullName));
    }

    private static Installation installation(GitAccount account) {
        return new Installation(
                account.installationId(),
                new HostAccount(account.login(), null, ACCOUNT_TYPE),
                SELECTION,
                ACCOUNT_TYPE,
                PERMISSIONS,
                null,
                null);
    }

    private static HostedRepository hosted(RepositoryCard card, Repository repository) {
        Optional<CommitId> tip = repository.tip(repository.defaultBranch());
        Scan scan = Scan.of(repository.defaultBranch(), ScannedFiles.of(files(repository)));
        return new HostedRepository(
                card.id(),
                card.fullName(),
                card.isPrivate(),
                repository.defaultBranch(),
                card.description(),
                scan.stack().language().orElse(null),
                tip.map(commit -> repository.commit(commit).author().time()).orElse(card.createdAt()));
    }

    private static Tree files(Repository repository) {
        return repository.tip(repository.defaultBranch()).map(repository::tree).orElseGet(repository::emptyTree);
    }
}
