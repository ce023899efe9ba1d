package cms;

import cms.auth.AuthKeys;
import cms.platform.crypto.Hashes;
import cms.platform.crypto.Seal;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.upkeep.SealingMark;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * What the database keeps sealed about its secrets: the mark of the present one, and the keys with which earlier ones
 * proved commits, so that whoever wrote a commit stays its author (decision 179).
 */
final class SealedFacts {
    private static final String MARK = "sealing-check";
    private static final String PROOF_KEY = "commit-proof-key";
    private static final int NAME_HEX = 16;

    private SealedFacts() {}

    /** Whether the database was sealed with some key. */
    static boolean isSealed(Tx tx) {
        return !named(tx, MARK).isEmpty();
    }

    /**
     * Seals all of it with the present secret, the key of the previous one as well; returns the keys of earlier ones.
     *
     * @throws Failure UNAVAILABLE when the database was sealed with a key that is neither of the two
     */
    static List<byte[]> sealAnew(Tx tx, Seal seal, Optional<String> previous) {
        if (!named(tx, MARK).stream().allMatch(mark -> SealingMark.opens(seal, mark))) {
            throw Failure.unavailable("CMS_SECRET is not the key that this database was sealed with;"
                    + " set the former key, or set it as CMS_SECRET_PREVIOUS.");
        }
        store(tx, MARK, SealingMark.make(seal));
        List<byte[]> keys = new ArrayList<>();
        previous.map(AuthKeys::commitKey).ifPresent(keys::add);
        for (String sealed : named(tx, PROOF_KEY + " %")) {
            seal.open(PROOF_KEY, sealed)
                    .ifPresent(key -> keys.add(Base64.getDecoder().decode(key)));
        }
        for (byte[] key : keys) {
            String name = PROOF_KEY + " " + Hashes.sha256Hex(key).substring(0, NAME_HEX);
            store(tx, name, seal.seal(PROOF_KEY, Base64.getEncoder().encodeToString(key)));
        }
        return keys;
    }

    private static List<String> named(Tx tx, String pattern) {
        return tx.query("SELECT value FROM instance_facts WHERE name LIKE :pattern")
                .bind("pattern", pattern)
                .mapTo(String.class)
                .list();
    }

    private static void store(Tx tx, String name, String value) {
        tx.update("INSERT INTO instance_facts (name, value) VALUES (:name, :value)"
                        + " ON CONFLICT (name) DO UPDATE SET value = excluded.value")
                .bind("name", name)
                .bind("value", value)
                .execute();
    }
}
