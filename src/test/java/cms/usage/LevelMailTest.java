package cms.usage;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.PostOffice;
import cms.testing.TestApp;
import cms.testing.World;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The mails about meters, where the mail server is away, or goes away while they are sent. */
@Tag("rows")
@Tag("slow-host")
class LevelMailTest {
    /** Shown to fail where a mail server that is away counts as one that refuses the addresses. */
    @Test
    void theMailWaitsForAMailServerThatIsAwayAndComesOnce() throws SQLException {
        try (PostOffice office = new PostOffice("<nobody@example.com>");
                TestApp app = TestApp.start(Map.of("CMS_SMTP_URL", office.url()))) {
            World world = World.blog(app);
            office.taken.clear();
            office.away = true;
            reachStep(app, world);
            pass(app);
            pass(app); // a run that had begun before counts for the first
            assertThat(office.taken).isEmpty();
            office.away = false;
            eventually(
                    "the owner is written to",
                    app,
                    Duration.ofMinutes(1),
                    () -> office.taken.contains("<ada@example.com>"));
            pass(app);
            assertThat(office.taken).containsExactly("<ada@example.com>");
        }
    }

    /** Shown to fail where the mail counts as sent: nobody was ever written to. */
    @Test
    void theMailComesThoughTheMailServerGoesAwayWhileItIsSent() throws SQLException {
        try (PostOffice office = new PostOffice("<nobody@example.com>");
                TestApp app = TestApp.start(Map.of("CMS_SMTP_URL", office.url()))) {
            World world = World.blog(app);
            office.taken.clear();
            office.leavesAtNextMail = true;
            reachStep(app, world);
            pass(app);
            pass(app); // a run that had begun before counts for the first
            assertThat(office.away).isTrue();
            assertThat(office.taken).isEmpty();
            office.away = false;
            eventually(
                    "the owner is written to",
                    app,
                    Duration.ofMinutes(1),
                    () -> office.taken.contains("<ada@example.com>"));
            pass(app);
            assertThat(office.taken).containsExactly("<ada@example.com>");
            assertThat(number(app, "SELECT COUNT(*) FROM usage_mails WHERE sent_at IS NULL"))
                    .isZero();
        }
    }

    private static void reachStep(TestApp app, World world) throws SQLException {
        execute(
                app,
                "INSERT INTO usage_mails (workspace_id, meter, month, step, due_at, sent_at) VALUES ('"
                        + world.workspaceId() + "', 'mcp_calls', '2026-11', 80, "
                        + app.clock().millis() + ", NULL)");
    }

    /** Lets two minutes go by, and the job run at their end. */
    private static void pass(TestApp app) {
        app.advance(Duration.ofMinutes(2));
        String now = app.rowsServer().isPresent()
                ? "TIMESTAMPTZ '" + app.clock().instant() + "'"
                : Long.toString(app.clock().millis());
        eventually("the job has run", app, () -> number(app, """
                SELECT COUNT(*) FROM scheduled_tasks WHERE task_name = 'mail-about-usage' AND last_success >= \
                """ + now) == 1);
    }

    private static long number(TestApp app, String sql) {
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void execute(TestApp app, String sql) throws SQLException {
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement()) {
            statement.execute(sql);
        }
    }
}
