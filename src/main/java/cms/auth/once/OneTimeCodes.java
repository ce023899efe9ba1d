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

    /** A new code that stands for {@code content} until the lifetime of its purpose has passed. */
    public String issue(Purpose purpose, String content) {
        return database.write(tx -> issue(tx, purpose, content));
    }

    public String issue(Tx tx, Purpose purpose, String content) {
        String code = random.base64Url(CODE_BYTES);
        store.insert(tx, hash(purpose, code), content, expiry(purpose));
        return code;
    }

    /** The content of a valid code, which is used up in any case. */
    public Optional<String> redeem(Purpose purpose, String code) {
        return database.write(tx -> store.take(tx, hash(purpose, code), clock.millis()));
    }

    /** Records that a value was used; true only for the first use. */
    public boolean useUp(Purpose purpose, String value) {
        return database.write(tx -> store.insert(tx, hash(purpose, value), "", expiry(purpose)));
    }

    /** A free place of a subject, taken for the lifetime of the purpose; counted across restarts and instances. */
    public Optional<String> takePlace(Purpose purpose, String subject, int places) {
        return database.write(tx -> IntStream.range(0, places)
                .mapToObj(place -> hash(purpose, place + ":" + subject))
                .filter(place -> store.insertOrRenew(tx, place, expiry(purpose), clock.millis()))
                .findFirst());
    }

    public void giveBack(String place) {
        database.writing(tx -> store.take(tx, place, clock.millis()));
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
