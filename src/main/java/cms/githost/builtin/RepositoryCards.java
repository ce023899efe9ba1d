package cms.githost.builtin;

import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The cards of the built-in host, one for each repository that is listed. */
final class RepositoryCards {
    private static final int ID_HEX_BYTES = 5;
    private static final int HEX = 16;

    private final Database database;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final RepositoryCardStore store = new RepositoryCardStore();

    RepositoryCards(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    Optional<RepositoryCard> find(String fullName) {
        return database.read(tx -> store.find(tx, fullName));
    }

    /** Newest first. */
    List<RepositoryCard> list(String owner) {
        return database.read(tx -> store.list(tx, owner));
    }

    /**
     * Stores the card of a repository; returns the one that its name has from then on. A commit whose answer was lost
     * may count, so it is done once more, which finds the card of the first time.
     *
     * @throws Failure UNAVAILABLE when the card may be stored or not; after any other it is not
     */
    RepositoryCard make(String fullName, boolean isPrivate, @Nullable String description) {
        long id = 1 + Long.parseLong(random.hex(ID_HEX_BYTES), HEX);
        RepositoryCard card = new RepositoryCard(id, fullName, isPrivate, description, clock.instant());
        try {
            return insertOrFind(card);
        } catch (Failure uncertain) {
            if (uncertain.kind() != FailureKind.UNAVAILABLE) {
                throw uncertain;
            }
            return again(card, uncertain);
        }
    }

    private RepositoryCard again(RepositoryCard card, Failure uncertain) {
        try {
            return insertOrFind(card);
        } catch (RuntimeException failed) {
            uncertain.addSuppressed(failed);
            throw uncertain;
        }
    }

    private RepositoryCard insertOrFind(RepositoryCard card) {
        return database.write(tx -> {
            if (store.insert(tx, card)) {
                tx.concerns("repositories", card.fullName());
            }
            return store.find(tx, card.fullName()).orElseThrow();
        });
    }
}
