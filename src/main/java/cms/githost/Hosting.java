package cms.githost;

import cms.auth.Caller;
import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.git.Repositories;
import cms.git.Repository;
import cms.git.Tree;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The door of the built-in host: accounts, their repositories, and what is in them. */
public final class Hosting {
    private static final String DEFAULT_BRANCH = "main";
    private static final int ID_HEX_BYTES = 5;
    private static final int HEX = 16;

    private final Database database;
    private final Repositories repositories;
    private final HostSettings settings;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final Accounts accounts;
    private final RepositoryCardStore cards = new RepositoryCardStore();

    public Hosting(Database database, Repositories repositories, HostSettings settings, InstantSource clock) {
        this.database = database;
        this.repositories = repositories;
        this.settings = settings;
        this.clock = clock;
        this.accounts = new Accounts(database, settings.everybodyOwnsAccount(), clock);
    }

    /** The caller's own account; empty for a person who did not sign in with the Git host. */
    Optional<GitAccount> accountOf(Caller caller) {
        return accounts.of(caller);
    }

    Optional<GitAccount> findAccount(Tx tx, long installationId) {
        return accounts.byInstallation(tx, installationId);
    }

    /** Whether the caller owns the account that a repository belongs to, however this session was signed in. */
    public boolean isOwner(Caller caller, String fullName) {
        return database.read(tx -> accounts.ofUser(tx, caller.userId()))
                .filter(account -> account.owns(fullName))
                .isPresent();
    }

    /** The files and branches of a repository; empty when there is none. */
    public Optional<Repository> find(String fullName) {
        return repositories.find(fullName);
    }

    /** The repository of a connected project; {@code UNAVAILABLE} when it is gone from the host. */
    public Repository repository(String fullName) {
        return find(fullName)
                .orElseThrow(() -> Failure.unavailable(
                        "The repository " + fullName + " cannot be reached; reconnect it or try again later."));
    }

    /** The branch that a repository's HEAD names. */
    public String defaultBranch(String fullName) {
        return repository(fullName).defaultBranch();
    }

    /** Whether an installation reaches a repository that exists. */
    public boolean reaches(long installationId, String fullName) {
        return database.read(tx -> accounts.byInstallation(tx, installationId))
                .filter(account -> account.owns(fullName))
                .flatMap(account -> find(fullName))
                .isPresent();
    }

    /** Every repository of an account, newest first. */
    List<HostedRepository> list(GitAccount account) {
        List<RepositoryCard> known = database.read(tx -> cards.list(tx, account.login()));
        return known.stream()
                .flatMap(card -> find(card.fullName()).map(found -> hosted(card, found)).stream())
                .toList();
    }

    /** What a repository of the account looks like; {@code NOT_FOUND} when the account has no such repository. */
    Scan scan(GitAccount account, String fullName) {
        Repository found = Optional.of(fullName)
                .filter(account::owns)
                .flatMap(this::find)
                .orElseThrow(() -> Failure.notFound("The installation reaches no repository of this name."));
        return Scan.of(found.defaultBranch(), files(found));
    }

    /** The word for the framework that a repository is built with; empty when none is recognised. */
    public Optional<String> stack(String fullName) {
        Repository found = repository(fullName);
        Stack stack = Scan.of(found.defaultBranch(), files(found)).stack();
        return stack == Stack.UNKNOWN ? Optional.empty() : Optional.of(stack.key());
    }

    /** Makes a repository with the template's files in one commit; {@code UNPROCESSABLE} when the name is taken. */
    HostedRepository create(GitAccount account, NewRepository wanted) {
        ChangeSet files = Templates.files(wanted.template());
        String fullName = account.login() + "/" + wanted.name();
        boolean taken = repositories.list(account.login()).stream().anyMatch(fullName::equalsIgnoreCase);
        if (taken) {
            throw Failure.unprocessable("The account already has a repository of this name; choose another one.");
        }
        Repository made = repositories.create(fullName, DEFAULT_BRANCH);
        try {
            Instant now = clock.instant();
            made.write(writing -> {
                String message = "Start from " + wanted.template() + "\n";
                CommitId first = writing.commit(writing.emptyTree(), files, List.of(), Bot.at(now), message);
                writing.create(DEFAULT_BRANCH, first);
                return first;
            });
            long id = 1 + Long.parseLong(random.hex(ID_HEX_BYTES), HEX);
            var card = new RepositoryCard(
                    id, fullName, wanted.isPrivate(), wanted.description().orElse(null), now);
            database.writing(tx -> {
                cards.insert(tx, card);
                tx.concerns("repositories", fullName);
            });
            return hosted(card, made);
        } catch (RuntimeException failed) {
            repositories.delete(fullName);
            throw failed;
        }
    }

    /** Where people clone a repository from. */
    public String cloneUrl(String fullName) {
        return settings.publicUrl() + "/git/" + fullName + ".git";
    }

    private static HostedRepository hosted(RepositoryCard card, Repository repository) {
        Optional<CommitId> tip = repository.tip(repository.defaultBranch());
        Scan scan = Scan.of(repository.defaultBranch(), files(repository));
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
