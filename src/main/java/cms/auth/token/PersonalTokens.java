package cms.auth.token;

import cms.platform.crypto.Hashes;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.mail.Mailer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes, lists, finds and revokes personal access tokens; the text of one leaves the service once, and only its hash is
 * stored.
 */
public final class PersonalTokens {
    private static final Logger LOG = LoggerFactory.getLogger(PersonalTokens.class);
    private static final String PREFIX = "cms_pat_";
    private static final int RANDOM_CHARS = 40;
    private static final int SHOWN_CHARS = PREFIX.length() + 4;
    private static final int TOKENS_MAX = 50;
    private static final int USUAL_DAYS = 90;
    private static final int DAYS_MAX = 366;

    /** Precision of the time of the last use, so that not every use is a write. */
    private static final Duration USE_NOTED_EVERY = Duration.ofMinutes(10);

    private final Database database;
    private final TokenMail mail;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final PersonalTokenStore store = new PersonalTokenStore();

    public PersonalTokens(Database database, Mailer mailer, InstantSource clock) {
        this.database = database;
        this.mail = new TokenMail(mailer);
        this.clock = clock;
    }

    /** @param text of the token, which is shown only now */
    record Made(PersonalToken token, String text) {}

    /** Whether a credential has the form of a personal access token; it may still be unknown. */
    public static boolean isOne(String credential) {
        return credential.startsWith(PREFIX);
    }

    /**
     * Makes a token, and tells its owner by mail.
     *
     * @throws Failure INVALID for an end that has passed or is too far ahead, CONFLICT when the person has fifty valid
     *     tokens
     */
    Made make(PersonalToken.Owner owner, TokenRequest request) {
        Instant now = clock.instant();
        String text = PREFIX + random.base62(RANDOM_CHARS);
        PersonalToken token = new PersonalToken(
                random.uuid(),
                owner,
                request.name(),
                text.substring(0, SHOWN_CHARS),
                request.scopes(),
                request.projects(),
                now,
                end(request, now),
                null);
        database.writing(tx -> {
            if (store.list(tx, owner.userId(), clock.millis()).size() >= TOKENS_MAX) {
                throw Failure.conflict("You have " + TOKENS_MAX + " personal access tokens; revoke one first.");
            }
            store.insert(tx, token, Hashes.sha256Hex(text));
            tx.concerns("personal_tokens", token.id());
        });
        mail.sendSoon(token);
        return new Made(token, text);
    }

    private static Instant end(TokenRequest request, Instant now) {
        long days = Math.clamp(request.days().orElse(USUAL_DAYS), 0, DAYS_MAX + 1);
        Instant end = request.expiresAt().orElseGet(() -> now.plus(Duration.ofDays(days)));
        if (!end.isAfter(now) || end.isAfter(now.plus(Duration.ofDays(DAYS_MAX)))) {
            throw Failure.invalid("A token is good for at most " + DAYS_MAX + " days, and its end lies ahead.");
        }
        return end;
    }

    /** The valid tokens of a person, newest first. */
    List<PersonalToken> list(String userId) {
        return database.read(tx -> store.list(tx, userId, clock.millis()));
    }

    /** @throws Failure NOT_FOUND when the person has no such token */
    void revoke(String userId, String id) {
        database.writing(tx -> {
            if (!store.delete(tx, userId, id)) {
                throw Failure.notFound("You have no such token.");
            }
        });
    }

    /** The token of this text; empty when it is unknown or has expired. */
    public Optional<PersonalToken> find(Tx tx, String text) {
        return store.find(tx, Hashes.sha256Hex(text), clock.millis());
    }

    /** Whether a token is still valid, for work that outlasts a request. */
    public boolean lives(Tx tx, String id) {
        return store.lives(tx, id, clock.millis());
    }

    /** Records the use of a token, at most every ten minutes; a failure to record it has no effect on the request. */
    public void noteUse(PersonalToken token) {
        Instant last = token.lastUsedAt();
        if (last != null && last.plus(USE_NOTED_EVERY).isAfter(clock.instant())) {
            return;
        }
        try {
            database.writing(tx -> store.used(tx, token.id(), clock.millis()));
        } catch (Failure notNoted) {
            LOG.debug("the use of a token was not noted", notNoted);
        }
    }

    /** Deletes expired tokens; a job calls it at intervals. */
    public void forgetExpired() {
        database.writing(tx -> store.deleteExpired(tx, clock.millis()));
    }
}
