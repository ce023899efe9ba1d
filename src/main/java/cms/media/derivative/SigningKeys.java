package cms.media.derivative;

import cms.platform.crypto.RandomTokens;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.project.Access;
import java.time.InstantSource;
import java.util.List;

/** The keys with which a website signs requests for sizes, instead of sending a delivery key. */
public final class SigningKeys {
    static final int LIVE_MAX = 2;

    private static final String PURPOSE = "media-signing-key";
    private static final String PREFIX = "cms_sign_";
    private static final int RANDOM_CHARS = 40;
    private static final int SHOWN_CHARS = 16;

    private final Database database;
    private final Access access;
    private final Seal seal;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final SigningKeyStore store = new SigningKeyStore();

    public SigningKeys(Database database, Access access, Seal seal, InstantSource clock) {
        this.database = database;
        this.access = access;
        this.seal = seal;
        this.clock = clock;
    }

    /** A new key and its text, which is shown only now. */
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
            access.keep(tx, projectId);
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

    /** Deletes a key; URLs that it has signed are refused from now on. Fails with NOT_FOUND for an unknown key. */
    public void delete(String projectId, String id) {
        if (!database.write(tx -> store.delete(tx, projectId, id))) {
            throw Failure.notFound("There is no such signing key.");
        }
    }

    /** The texts of the keys; a key that this instance's secret cannot unseal is left out. */
    List<String> texts(String projectId) {
        return list(projectId).stream()
                .flatMap(key -> seal.open(PURPOSE, key.sealed()).stream())
                .toList();
    }

    /**
     * Seals the keys again that were sealed with an earlier secret, so that it can be discarded; to be run at the
     * start.
     */
    public void sealAnew() {
        database.writing(tx -> store.allSealed(tx)
                .forEach((id, closed) ->
                        seal.renewed(PURPOSE, closed).ifPresent(renewed -> store.replaceSealed(tx, id, renewed))));
    }

    void forget(Tx tx, String projectId) {
        store.deleteOfProject(tx, projectId);
    }
}
