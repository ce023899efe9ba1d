package cms.media.use;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.ContentBranches;
import cms.platform.db.Database;
import cms.testing.Rows;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the index of uses reads of its rows. */
@Tag("rows")
class UseRowsTest {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    private Path folder;

    private Database database;

    @BeforeEach
    void open() {
        database = Database.open(Rows.at(folder.resolve("rows.db")));
    }

    @AfterEach
    void close() {
        database.close();
    }

    /** Their 70,000 rows would be tens of megabytes. */
    @Test
    void theRowsOfFilesThatNameNothingAnyMoreAreRemovedUnread() {
        store(8, 10_000);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        var rows = new UseRows(database, "p", ContentBranches.TRUNK);
        for (int file = 0; file < 7; file++) {
            rows.replace("file-" + file, List.of());
        }
        rows.finish();
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(8_000_000);
        assertThat(rows()).as("the other file").isEqualTo(10_000);
    }

    @Test
    void aFileWithMoreRowsThanAreStoredNowIsBroughtToWhatItNames() {
        store(2, 20_001);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        var rows = new UseRows(database, "p", ContentBranches.TRUNK);
        rows.replace("file-0", List.of(new Use("asset-1", "guides", "e", "en", "body", ContentBranches.TRUNK)));
        rows.replace("file-1", List.of());
        rows.finish();
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(8_000_000);
        assertThat(rows()).isEqualTo(1);
    }

    private void store(int files, int rows) {
        database.writing(tx -> tx.update("""
            INSERT INTO media_uses (project_id, branch, path, asset_id, model_id, entry_id, locale, field_id)
            WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < :last)
            SELECT 'p', 'cms', 'file-' || (n % :files), 'asset-' || n, 'guides', 'e', 'en', 'body' FROM numbers
            """)
                .bind("last", files * rows - 1)
                .bind("files", files)
                .execute());
    }

    private long rows() {
        return database.read(tx -> new UseStore().count(tx, "p", ContentBranches.TRUNK, true));
    }
}
