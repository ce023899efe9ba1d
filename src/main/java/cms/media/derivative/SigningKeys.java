package cms.media.derivative;

import cms.platform.crypto.RandomTokens;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import java.time.InstantSource;
import java.util.List;

/** The keys with which a website signs the sizes that it asks for without a delivery key. */
public final class SigningKeys {
    static final int LIVE_MAX = 2;

    private static final String PURPOSE = "media-signing-key";
    private static final String PREFIX = "cms_sign_";
    private static final int RANDOM_CHARS = 40;
    private static final int SHOWN_CHARS = 16;

    private final Database database;
    private final Seal seal;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final SigningKeyStore store = new SigningKeyStore();

    public SigningKeys(Database database, Seal seal, InstantSource clock) {
        this.database = database;
        this.seal = seal;
        this.clock = clock;
    }

    /** A new key and its text, which is shown this once. */
    public record Made(SigningKey key, String plainText) {}

    /** @throws Failure CONFLICT when the project has two already */
    public Made make(String projectId, String userId, String name) {
        String text = PREFIX + random.base62(RANDOM_CHARS);
        SigningKey key = new SigningKey(
                random.uuid(),
                projectId,
                name,
                text.substring(0, SHOWN_CHARS),
                seal.seal(PURPOSE, text),
                userId,
                clock.instant());
        database.writing(tx -> {
            tx.takeLock("media-signing-keys");
            if (store.ofProject(tx, projectId).size() >= LIVE_MAX) {
                throw Failure.conflict("A project has at most " + LIVE_MAX + " signing keys; delete one first.");
            }
            store.insert(tx, key);
            tx.concerns("media_signing_keys", key.id());
        });
        return new Made(key, text);
    }

    public List<SigningKey> list(String projectId) {
        return database.read(tx -> store.ofProject(tx, projectId));
    }

    /** What the key signed is refused from now on. */
    public void delete(String projectId, String id) {
        if (!database.write(tx -> store.delete(tx, projectId, id))) {
            throw Failure.notFound("There is no such signing key.");
        }
    }

    /** The keys themselves; one that this instance's secret does not open signs nothing. */
    List<String> texts(String projectId) {
        return list(projectId).stream()
                .flatMap(key -> seal.open(PURPOSE, key.sealed()).stream())
                .toList();
    }

    /** Seals again what an earlier secret sealed, so that the earlier one can be forgotten; to be run at the start. */
    public void sealAnew() {
        database.writing(tx -> store.allSealed(tx)
                .forEach((id, closed) ->
                        seal.renewed(PURPOSE, closed).ifPresent(renewed -> store.replaceSealed(tx, id, renewed))));
    }

    void forget(Tx tx, String projectId) {
        store.deleteOfProject(tx, projectId);
    }
}
