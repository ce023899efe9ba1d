package cms.auth.oauth;

import cms.auth.identity.GrantedToken;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * People's own tokens at the configured Git host (spec 4.7): stored encrypted, renewed when they are about to expire.
 */
public final class HostTokens {
    private static final String PURPOSE = "git-host-token";
    private static final Duration RENEW_BEFORE_END = Duration.ofMinutes(1);

    /**
     * Time after which a claim expires: longer than the timeout of a host; a process that dies during a renewal blocks
     * others for so long.
     */
    private static final Duration CLAIM = Duration.ofMinutes(1);

    private static final int CLAIM_LOOKS = 200;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final Database database;
    private final Seal seal;
    private final @Nullable GitHostProvider host;
    private final InstantSource clock;
    private final HostTokenStore store = new HostTokenStore();

    /** A person's account at the host. */
    public record Account(String userId, String accountId) {}

    /** @param host null while no host is configured */
    public HostTokens(Database database, Seal seal, @Nullable GitHostProvider host, InstantSource clock) {
        this.database = database;
        this.seal = seal;
        this.host = host;
        this.clock = clock;
    }

    /**
     * A token that is valid for a while; empty when the person has to sign in at the host again.
     *
     * <p>A refresh token works once, and a host that sees it twice revokes all tokens: among all requests of all
     * instances one renews a token, and the others wait for it.
     *
     * @throws Failure BAD_GATEWAY or UNAVAILABLE when the host has to be asked and does not answer
     */
    public Optional<String> of(String userId) {
        Optional<GrantedToken> kept = find(userId);
        if (host == null || kept.isEmpty() || isGood(kept.get())) {
            return kept.filter(this::isGood).map(GrantedToken::accessToken);
        }
        for (int i = 0; i < CLAIM_LOOKS; i++) {
            Optional<Account> account = database.read(tx -> store.accountOf(tx, userId));
            long until = clock.instant().plus(CLAIM).toEpochMilli();
            if (account.isEmpty()) {
                return Optional.empty();
            }
            if (database.write(tx -> store.claim(tx, account.get(), clock.millis(), until))) {
                return alone(host, account.get(), until);
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            Optional<GrantedToken> now = find(userId).filter(this::isGood);
            if (now.isPresent()) {
                return now.map(GrantedToken::accessToken);
            }
        }
        throw Failure.unavailable("Your access to the Git host is being renewed; try again in a moment.")
                .withRetryAfter(Duration.ofSeconds(1));
    }

    private Optional<String> alone(GitHostProvider at, Account account, long until) {
        try {
            Optional<GrantedToken> now = find(account.userId());
            return now.isPresent() && isGood(now.get())
                    ? now.map(GrantedToken::accessToken)
                    : now.flatMap(old -> renew(at, account, old));
        } finally {
            database.writing(tx -> store.giveBack(tx, account, until));
        }
    }

    public void keep(Tx tx, Account account, GrantedToken token) {
        store.put(tx, account, seal.seal(PURPOSE, Json.text(token)), clock.millis());
    }

    /** Seals the tokens again that were sealed with an earlier secret, so that it can be discarded. */
    public void sealAnew() {
        database.writing(tx -> store.all(tx)
                .forEach((account, closed) -> seal.renewed(PURPOSE, closed)
                        .ifPresent(renewed -> store.put(tx, account, renewed, clock.millis()))));
    }

    private Optional<String> renew(GitHostProvider at, Account account, GrantedToken old) {
        String refreshToken = old.refreshToken();
        if (refreshToken == null) {
            return Optional.empty();
        }
        Optional<GrantedToken> fresh = at.refresh(refreshToken);
        fresh.ifPresent(token -> database.writing(tx -> keep(tx, account, token)));
        return fresh.map(GrantedToken::accessToken);
    }

    private Optional<GrantedToken> find(String userId) {
        return database.read(tx -> store.find(tx, userId))
                .flatMap(closed -> seal.open(PURPOSE, closed))
                .map(text -> Json.read(Json.parse(text), GrantedToken.class));
    }

    private boolean isGood(GrantedToken token) {
        return token.isGoodAt(clock.instant().plus(RENEW_BEFORE_END).getEpochSecond());
    }
}
