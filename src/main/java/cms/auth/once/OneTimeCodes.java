package cms.auth.once;

import cms.platform.crypto.Hashes;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import java.time.InstantSource;
import java.util.Optional;
import java.util.stream.IntStream;

/** Issues codes and redeems each of them at most once. */
public final class OneTimeCodes {
    private static final int CODE_BYTES = 32;

    private final Database database;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final OneTimeCodeStore store = new OneTimeCodeStore();

    public OneTimeCodes(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /** A new code that stands for {@code content} until its purpose's life is over. */
    public String issue(Purpose purpose, String content) {
        return database.write(tx -> issue(tx, purpose, content));
    }

    public String issue(Tx tx, Purpose purpose, String content) {
        String code = random.base64Url(CODE_BYTES);
        store.insert(tx, hash(purpose, code), content, expiry(purpose));
        return code;
    }

    /** The content of a code that is still good; whatever becomes of it, the code is used up now. */
    public Optional<String> redeem(Purpose purpose, String code) {
        return database.write(tx -> store.take(tx, hash(purpose, code), clock.millis()));
    }

    /** Remembers a value that somebody else keeps; true only for the first who uses it up. */
    public boolean useUp(Purpose purpose, String value) {
        return database.write(tx -> store.insert(tx, hash(purpose, value), "", expiry(purpose)));
    }

    /**
     * Takes one of the places that a subject has, for as long as the purpose says; over restarts, and of all instances together.
     *
     * @return whether one was free
     */
    public boolean takePlace(Purpose purpose, String subject, int places) {
        return database.write(tx -> IntStream.range(0, places)
                .anyMatch(place -> store.insertOrRenew(
                        tx, hash(purpose, place + ":" + subject), expiry(purpose), clock.millis())));
    }

    public void forgetExpired() {
        database.writing(tx -> store.deleteExpired(tx, clock.millis()));
    }

    private long expiry(Purpose purpose) {
        return clock.instant().plus(purpose.life()).toEpochMilli();
    }

    private static String hash(Purpose purpose, String code) {
        return Hashes.sha256Hex(purpose.name() + ":" + code);
    }
}
