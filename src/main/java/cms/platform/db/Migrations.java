package cms.platform.db;

import cms.platform.failure.Failure;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationState;

/** Migrates tables to the state of this version, and never changes those of a later one. */
final class Migrations {
    private static final Set<MigrationState> OF_LATER_VERSIONS =
            Set.of(MigrationState.FUTURE_SUCCESS, MigrationState.MISSING_SUCCESS);

    private static final String RECORDED = """
        SELECT version, description, type, checksum, success FROM flyway_schema_history ORDER BY installed_rank
        """;

    private static final Set<MigrationState> DONE = Set.of(MigrationState.SUCCESS, MigrationState.OUT_OF_ORDER);

    /** Histories of migrations, as {@link #recorded} returns them, that this process has found complete. */
    private static final Set<List<String>> COMPLETE = ConcurrentHashMap.newKeySet();

    private Migrations() {}

    /**
     * Applies the missing migrations. Flyway reads all scripts even when none is missing, so a database whose history
     * equals one that this process has found complete is skipped.
     *
     * <p>On a server it uses connections of its own: those of the service are cut after ten seconds without an answer,
     * and a script may work for minutes on many rows.
     *
     * @throws Failure CONFLICT when a later version has changed the tables
     */
    static void run(DatabaseLocation location, DataSource database) {
        if (COMPLETE.isEmpty() || !COMPLETE.contains(recorded(database))) {
            switch (location) {
                case DatabaseLocation.File file -> bring(database);
                case DatabaseLocation.Server server -> {
                    try (HikariDataSource unhurried = Pools.few(server)) {
                        bring(unhurried);
                    }
                }
            }
            List<String> applied = recorded(database);
            if (!applied.isEmpty()) {
                COMPLETE.add(applied);
            }
        }
    }

    /**
     * Each applied migration in order, with the checksum of its script; empty where the table of the history does not
     * exist.
     */
    private static List<String> recorded(DataSource database) {
        List<String> applied = new ArrayList<>();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(RECORDED)) {
            while (rows.next()) {
                applied.add(rows.getString(1) + "|" + rows.getString(2) + "|" + rows.getString(3) + "|"
                        + rows.getString(4) + "|" + rows.getString(5));
            }
            return applied;
        } catch (SQLException nothingRecorded) {
            return List.of();
        }
    }

    private static void bring(DataSource database) {
        Flyway flyway = flyway(database);
        MigrationInfoService migrations = flyway.info();
        refusal(migrations).ifPresent(message -> {
            throw Failure.conflict(message);
        });
        // Usually all are done; Flyway would read all scripts and rows again to find that out.
        if (!Arrays.stream(migrations.all()).allMatch(Migrations::isDone)) {
            flyway.migrate();
        }
    }

    /** Whether a migration is applied and equals that of this version; all others Flyway applies or refuses. */
    private static boolean isDone(MigrationInfo migration) {
        return DONE.contains(migration.getState())
                && migration.isChecksumMatching()
                && migration.isDescriptionMatching()
                && migration.isTypeMatching();
    }

    static Optional<String> refusal(DatabaseLocation location) {
        try (HikariDataSource database = Pools.few(location)) {
            return refusal(flyway(database).info());
        }
    }

    private static Optional<String> refusal(MigrationInfoService migrations) {
        List<String> later = Arrays.stream(migrations.applied())
                .filter(migration -> OF_LATER_VERSIONS.contains(migration.getState()))
                .map(Migrations::number)
                .toList();
        String newest = Arrays.stream(migrations.all())
                .filter(migration -> !OF_LATER_VERSIONS.contains(migration.getState()))
                .map(Migrations::number)
                .reduce("", (first, second) -> second);
        return later.isEmpty()
                ? Optional.empty()
                : Optional.of("A later version of the service has changed the tables: the database has migration "
                        + String.join(", ", later) + ", and this version knows migrations up to " + newest
                        + ". Start that version again, or restore a backup of before; nothing was changed.");
    }

    private static String number(MigrationInfo migration) {
        return migration.getVersion() == null
                ? migration.getDescription()
                : migration.getVersion().getVersion();
    }

    private static Flyway flyway(DataSource database) {
        return Flyway.configure()
                .dataSource(database)
                .locations("classpath:db")
                .outOfOrder(true)
                .load();
    }
}
