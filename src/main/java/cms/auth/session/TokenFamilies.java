package cms.auth.session;

import cms.auth.session.SessionStore.RefreshToken;
import cms.platform.crypto.Hashes;
import cms.platform.crypto.RandomTokens;
import cms.platform.crypto.Seal;
import cms.platform.crypto.SignedTokens;
import cms.platform.crypto.TokenUse;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sessions from sign-in to revocation.
 *
 * <p>A session is a family of refresh tokens, each used once. A used one that is sent again within ten seconds is
 * treated as a parallel request and gets the same successor; later it is treated as stolen, and the family ends. The
 * tokens of connected apps ({@code mcp.apps.Grants}) follow the same rule with two minutes and the current token of the
 * family, because apps refresh from several processes at once (decision 103).
 */
public final class TokenFamilies {
    private static final String SUCCESSOR = "refresh-token-successor";

    private final Database database;
    private final AccessTokens accessTokens;
    private final Seal seal;
    private final Duration life;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final SessionStore store = new SessionStore();

    /** @param life longest lifetime of a session, however it is used */
    public TokenFamilies(Database database, Seal seal, SignedTokens signed, Duration life, InstantSource clock) {
        this.database = database;
        this.life = life;
        this.accessTokens = new AccessTokens(signed, clock);
        this.seal = seal;
        this.clock = clock;
    }

    /**
     * Begins a session of a user who signed in with an account of a provider. A session opened by a token of another
     * session ends with that session, at the latest at that session's end.
     *
     * @throws Failure UNAUTHENTICATED when the session that opens it has ended
     */
    public Tokens open(String userId, String provider, String accountId, SessionOrigin origin) {
        return database.write(tx -> {
            String familyId = random.uuid();
            String parent = origin.parentId();
            if (parent != null && !store.used(tx, parent, clock.millis())) {
                throw Failure.unauthenticated("This session has ended; sign in again.");
            }
            long endsAt = endsAt(tx, parent);
            store.insertFamily(
                    tx, new SessionStore.Family(familyId, userId, provider, accountId, origin, endsAt), clock.millis());
            String token = random.base64Url(SessionLimits.REFRESH_TOKEN_BYTES);
            insertToken(tx, token, familyId);
            return tokens(familyId, userId, token);
        });
    }

    private long endsAt(Tx tx, @Nullable String parent) {
        long own = clock.instant().plus(life).toEpochMilli();
        return parent == null ? own : Math.min(own, store.endOf(tx, parent).orElse(own));
    }

    /** The sessions of a person that have not ended, the one used last first. */
    public List<OpenSession> sessionsOf(String userId) {
        return database.read(tx -> store.open(tx, userId, clock.millis()));
    }

    /** Ends a session of a person and those opened from it; false when the person has no such session. */
    public boolean end(String userId, String familyId) {
        return database.write(tx -> {
            boolean own = store.isOf(tx, userId, familyId);
            if (own) {
                store.revoke(tx, familyId, clock.millis());
            }
            return own;
        });
    }

    /** Ends every session of a person, and returns their number. */
    public int endAll(String userId) {
        return database.write(tx -> {
            List<OpenSession> open = store.open(tx, userId, clock.millis());
            open.forEach(session -> store.revoke(tx, session.id(), clock.millis()));
            return open.size();
        });
    }

    /** The family of an access token; whether the family has ended is checked by the caller. */
    public Optional<String> familyOf(String accessToken) {
        return accessTokens.familyOf(accessToken);
    }

    /** New tokens for a refresh token; empty when the session cannot be refreshed. */
    public Optional<Tokens> refresh(String refreshToken) {
        String hash = Hashes.sha256Hex(refreshToken);
        Optional<RefreshToken> seen = database.read(tx -> store.findToken(tx, hash, clock.millis()));
        if (seen.isPresent() && useOf(seen.get()) == TokenUse.REPEATED) {
            return repeat(seen.get());
        }
        return seen.flatMap(token -> database.write(tx -> rotate(tx, hash)));
    }

    public void revoke(String familyId) {
        database.writing(tx -> store.revoke(tx, familyId, clock.millis()));
    }

    public void forgetExpired() {
        database.writing(tx -> store.deleteExpired(tx, clock.millis()));
    }

    /** Rotates a token after reading it again, because another request may have rotated it since. */
    private Optional<Tokens> rotate(Tx tx, String hash) {
        Optional<RefreshToken> found = store.findToken(tx, hash, clock.millis());
        if (found.isEmpty() || found.get().expiresAt() <= clock.millis()) {
            return Optional.empty();
        }
        RefreshToken token = found.get();
        return switch (useOf(token)) {
            case FIRST -> replace(tx, hash, token);
            case REPEATED -> repeat(token);
            case STOLEN -> {
                store.revoke(tx, token.familyId(), clock.millis());
                yield Optional.empty();
            }
        };
    }

    private Optional<Tokens> replace(Tx tx, String hash, RefreshToken token) {
        String successor = random.base64Url(SessionLimits.REFRESH_TOKEN_BYTES);
        if (!store.rotate(tx, hash, seal.seal(SUCCESSOR, successor), clock.millis())) {
            return store.findToken(tx, hash, clock.millis()).flatMap(this::repeat);
        }
        insertToken(tx, successor, token.familyId());
        store.used(tx, token.familyId(), clock.millis());
        return Optional.of(tokens(token.familyId(), token.userId(), successor));
    }

    private TokenUse useOf(RefreshToken token) {
        return TokenUse.of(token.rotatedAt(), clock.millis(), SessionLimits.REUSE_TOLERANCE);
    }

    private Optional<Tokens> repeat(RefreshToken token) {
        return Optional.ofNullable(token.successor())
                .flatMap(closed -> seal.open(SUCCESSOR, closed))
                .map(successor -> tokens(token.familyId(), token.userId(), successor));
    }

    private void insertToken(Tx tx, String token, String familyId) {
        long expiresAt = clock.instant().plus(SessionLimits.REFRESH_TOKEN_LIFE).toEpochMilli();
        store.insertToken(tx, Hashes.sha256Hex(token), familyId, expiresAt);
    }

    private Tokens tokens(String familyId, String userId, String refreshToken) {
        Instant expiry = clock.instant().plus(SessionLimits.ACCESS_TOKEN_LIFE);
        return new Tokens(accessTokens.make(familyId, userId, expiry), refreshToken, expiry.getEpochSecond());
    }
}
