package cms.upkeep;

import cms.platform.crypto.Seal;
import cms.platform.failure.Failure;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** A known text that the database keeps sealed: what opens it is the key that everything there was sealed with. */
public final class SealingMark {
    private static final String PURPOSE = "database check";
    private static final String TEXT = "cms";

    /** The secret of the settings for a restore; empty when they have none. */
    private final Optional<Seal> seal;

    private SealingMark(Optional<Seal> seal) {
        this.seal = seal;
    }

    /** The mark with which a restore checks the secret of the settings. */
    public static SealingMark of(Optional<String> secret, Optional<String> previous) {
        return new SealingMark(secret.map(current -> new Seal(current, previous)));
    }

    public static String make(Seal seal) {
        return seal.seal(PURPOSE, TEXT);
    }

    public static boolean opens(Seal seal, String mark) {
        return seal.open(PURPOSE, mark).filter(TEXT::equals).isPresent();
    }

    /** Whether a key, as its file has it, is that of a mark; any is where nothing was sealed. */
    static boolean isKey(String text, String mark) {
        return mark.isEmpty() || opens(new Seal(text.strip(), Optional.empty()), mark);
    }

    /** The mark in a database; empty when nothing was sealed there yet. */
    static String of(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT value FROM instance_facts WHERE name = 'sealing-check'")) {
            return row.next() ? row.getString(1) : "";
        }
    }

    /** @throws Failure CONFLICT when the restored service could not open a backup with this mark */
    void require(String mark, boolean keyIsInside) {
        if (mark.isEmpty()) {
            return;
        }
        if (seal.isEmpty() && !keyIsInside) {
            throw Failure.conflict(
                    "The sealing key is not in this backup; set CMS_SECRET to that of the instance it was"
                            + " made of. Nothing was restored.");
        }
        if (seal.isPresent() && !opens(seal.get(), mark)) {
            throw Failure.conflict("CMS_SECRET is not the key that this backup was sealed with; "
                    + (keyIsInside
                            ? "leave it away, the key is in the backup"
                            : "set that of the instance it was made of")
                    + ". Nothing was restored.");
        }
    }
}
