package cms.auth;

import cms.auth.identity.Confirmed;
import cms.auth.identity.GrantedToken;
import cms.auth.identity.ProviderAccount;
import cms.auth.oauth.HostTokens;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.platform.failure.Failure;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;

/**
 * Finds or makes the user behind a provider's account.
 *
 * <p>A known account determines the user; an unknown one joins the user who has proven the same e-mail in the same way,
 * and no other: an unverified address, or one that only the local page accepts, gives no access to another user's
 * account.
 */
final class Accounts {
    private final Database database;
    private final Announcements announcements;
    private final HostTokens tokens;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final UserStore store = new UserStore();

    Accounts(Database database, Announcements announcements, HostTokens tokens, InstantSource clock) {
        this.database = database;
        this.announcements = announcements;
        this.tokens = tokens;
        this.clock = clock;
    }

    SignedIn signIn(Provider provider, Confirmed confirmed) {
        ProviderAccount account = confirmed.account();
        return database.write(tx -> {
            String userId = find(tx, provider, account)
                    .or(() -> join(tx, provider, account))
                    .orElseGet(() -> create(tx, provider, account));
            SignedIn who = new SignedIn(userId, provider, account.accountId());
            GrantedToken token = confirmed.token();
            if (token != null) {
                tokens.keep(tx, new HostTokens.Account(userId, account.accountId()), token);
            }
            return who;
        });
    }

    /** The person whose address this is by proof; empty for none. */
    Optional<SignedIn> findByProvenEmail(String email) {
        return database.read(tx -> store.findByProvenEmail(tx, email));
    }

    User change(User user, Optional<String> displayName, Optional<String> theme) {
        User changed = new User(
                user.id(),
                user.email(),
                displayName.orElse(user.displayName()),
                theme.orElse(user.theme()),
                user.avatarUrl());
        database.writing(tx -> store.update(tx, user.id(), displayName, theme));
        return changed;
    }

    void setAvatar(String userId, String dataUri) {
        database.writing(tx -> store.setAvatar(tx, userId, dataUri));
    }

    /** Removes the uploaded picture, so that the provider's is shown again. */
    void removeAvatar(String userId) {
        database.writing(tx -> store.removeAvatar(tx, userId));
    }

    /**
     * Deletes the person and everything that belongs to the account; listeners are called in the same transaction,
     * before that.
     */
    void delete(User user) {
        database.writing(tx -> {
            announcements.announce(tx, new AccountDeleted(user.id()));
            store.delete(tx, user.id());
        });
    }

    private Optional<String> join(Tx tx, Provider provider, ProviderAccount account) {
        Optional<String> userId = switch (account.emailTrust()) {
            case VERIFIED, LOCAL -> store.findIdByEmail(tx, account.email(), account.emailTrust());
            case UNVERIFIED -> Optional.empty();
        };
        userId.ifPresent(id -> store.insertAccount(
                tx, new SignedIn(id, provider, account.accountId()), account.authority(), clock.millis()));
        return userId;
    }

    /** The user of an account; the same id at another issuer is another person, and FORBIDDEN. */
    private Optional<String> find(Tx tx, Provider provider, ProviderAccount account) {
        return store.findAccount(tx, provider, account.accountId()).map(found -> {
            if (!Objects.equals(found.authority(), account.authority())) {
                throw Failure.forbidden("An account of this name was made through another provider; ask the operator of"
                        + " this service.");
            }
            return found.userId();
        });
    }

    /** Makes a user; of two concurrent first sign-ins the second uses the user of the first. */
    private String create(Tx tx, Provider provider, ProviderAccount account) {
        SignedIn fresh = new SignedIn(random.uuid(), provider, account.accountId());
        if (!store.insertAccount(tx, fresh, account.authority(), clock.millis())) {
            return find(tx, provider, account).orElseThrow();
        }
        String name = displayName(account);
        if (!store.insert(tx, fresh, account, name, clock.millis())) {
            String other = store.findIdByEmail(tx, account.email(), account.emailTrust())
                    .orElseThrow();
            store.moveAccount(tx, new SignedIn(other, provider, account.accountId()));
            return other;
        }
        announcements.announce(tx, new UserSignedUp(fresh.userId(), name));
        return fresh.userId();
    }

    private static String displayName(ProviderAccount account) {
        String given = User.cutName(account.name());
        return given.isEmpty() ? User.cutName(account.email().split("@", 2)[0]) : given;
    }
}
