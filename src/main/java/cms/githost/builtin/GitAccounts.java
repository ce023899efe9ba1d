package cms.githost.builtin;

import cms.auth.Caller;
import cms.auth.Provider;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;

/** The accounts of the built-in host; one is made when its person first asks for it. */
final class GitAccounts {
    private static final int LOGIN_CHARS_MAX = 39;
    private static final int ID_HEX_BYTES = 5;
    private static final int HEX = 16;
    private static final String FALLBACK_LOGIN = "account";

    private final Database database;
    private final boolean everybodyOwnsAccount;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final GitAccountStore store = new GitAccountStore();

    GitAccounts(Database database, boolean everybodyOwnsAccount, InstantSource clock) {
        this.database = database;
        this.everybodyOwnsAccount = everybodyOwnsAccount;
        this.clock = clock;
    }

    /**
     * The account of a person, made when it is missing; empty for a person who signed in without the Git host and has
     * no account of an earlier sign-in.
     */
    Optional<GitAccount> of(Caller caller) {
        if (caller.provider() != Provider.GIT_HOST && !everybodyOwnsAccount) {
            return Optional.empty();
        }
        Optional<GitAccount> known = database.read(tx -> store.findByUser(tx, caller.userId()));
        return known.isPresent()
                ? known
                : Optional.of(Database.unaccompanied(() -> database.write(tx -> open(tx, caller))));
    }

    /** The existing account of a person, however this session was signed in. */
    Optional<GitAccount> ofUser(Tx tx, String userId) {
        return store.findByUser(tx, userId);
    }

    Optional<GitAccount> byInstallation(Tx tx, long installationId) {
        return store.findByInstallation(tx, installationId);
    }

    private GitAccount open(Tx tx, Caller caller) {
        tx.takeLock("git-accounts");
        Optional<GitAccount> other = store.findByUser(tx, caller.userId());
        if (other.isPresent()) {
            return other.get();
        }
        String login = freeLogin(tx, caller.email());
        long id = 1 + Long.parseLong(random.hex(ID_HEX_BYTES), HEX);
        GitAccount account = new GitAccount(id, caller.userId(), login, clock.instant());
        store.insert(tx, account);
        return account;
    }

    private String freeLogin(Tx tx, String email) {
        String wanted = loginOf(email);
        String login = wanted;
        for (int number = 2; store.isTaken(tx, login); number++) {
            login = wanted + "-" + number;
        }
        return login;
    }

    /** A login name from the local part of an address: letters, digits and single hyphens. */
    static String loginOf(String email) {
        String local = email.split("@", 2)[0].toLowerCase(Locale.ROOT);
        String plain = local.replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
        String cut = plain.length() > LOGIN_CHARS_MAX ? plain.substring(0, LOGIN_CHARS_MAX) : plain;
        return cut.isEmpty() ? FALLBACK_LOGIN : cut.replaceAll("-+$", "");
    }
}
