package cms.platform.db;

import static cms.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.testing.Rows;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("rows")
class NotificationListenerTest {
    @TempDir
    Path folder;

    private final AtomicInteger heard = new AtomicInteger();
    private Database database;
    private NotificationListener here;
    private NotificationListener there;

    @BeforeEach
    void open() {
        database = Database.open(Rows.at(folder.resolve("rows.db")));
        here = database.notifications(() -> {});
        there = database.notifications(heard::incrementAndGet);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
        database.close();
    }

    @Test
    void aRingIsHeardElsewhere() {
        listening();
        int before = heard.get();
        here.notifyOthers();
        eventually("it is heard", () -> heard.get() > before);
    }

    /** Shown to fail where nobody listens again. */
    @Test
    void aRingIsHeardAgainAfterTheConnectionWasLost() {
        listening();
        int before = heard.get();
        database.writing(tx -> tx.query("""
                SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
                WHERE query = 'LISTEN cms_doorbell' AND datname = current_database()
                """).mapTo(Integer.class).one());
        eventually("somebody listens again", () -> heard.get() > before);
        int again = heard.get();
        here.notifyOthers();
        eventually("it is heard", () -> heard.get() > again);
    }

    /** It begins with a look for what rang before. */
    private void listening() {
        assumeTrue(database.isPostgres(), "only PostgreSQL has other instances");
        there.listen();
        eventually("it listens", () -> heard.get() > 0);
    }
}
