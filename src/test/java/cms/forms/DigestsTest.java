package cms.forms;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.forms.Submission.FormAddress;
import cms.platform.db.Database;
import cms.platform.db.DatabaseLocation;
import cms.testing.Http;
import cms.testing.Outbox;
import cms.testing.PostOffice;
import cms.testing.TestApp;
import cms.testing.World;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The mails about submissions: each submission is in one, whatever happens at the same time. */
@Tag("rows")
@Timeout(240)
class DigestsTest {
    private TestApp app;
    private World world;

    @AfterEach
    void stop() {
        app.close();
    }

    /** Shown to fail where the mail is read before its row goes: the submission was in no mail. */
    @Test
    void aSubmissionThatComesWhileTheMailIsMadeIsInIt() {
        start(Map.of());
        submit("Eve");
        submit("Ann");
        execute("UPDATE form_submissions SET model_id = 'not yet' WHERE data LIKE '%Ann%'");
        String comes = "UPDATE form_submissions SET model_id = 'authors' WHERE model_id = 'not yet'";
        execute(
                app.rowsServer().isPresent()
                        ? "CREATE RULE meanwhile AS ON DELETE TO form_digests DO ALSO " + comes
                        : "CREATE TRIGGER meanwhile BEFORE DELETE ON form_digests BEGIN " + comes + "; END");
        app.advance(Duration.ofMinutes(6));
        eventually("the mail is there", app, Duration.ofMinutes(1), () -> mails().size() == 1);
        assertThat(mails().getFirst()).contains("Eve", "Ann");
    }

    /** Shown to fail where the mail is about what came since the first: the clock of another instance was behind. */
    @Test
    void aSubmissionOfAnEarlierInstantThanTheFirstIsInTheMail() {
        start(Map.of());
        submit("Eve");
        app.clock().advance(Duration.ofSeconds(-1));
        submit("Ann");
        app.advance(Duration.ofMinutes(6));
        eventually("the mail is there", app, Duration.ofMinutes(1), () -> mails().size() == 1);
        assertThat(mails().getFirst()).contains("Eve", "Ann");
    }

    /** Shown to fail where a submission does not lock the mail that waits. */
    @Test
    void theMailWaitsForASubmissionThatIsNotCommitted() throws Exception {
        start(Map.of());
        assumeTrue(app.rowsServer().isPresent(), "writers of a file come one after the other");
        submit("Eve");
        submit("Ann");
        execute("UPDATE form_submissions SET model_id = 'not yet' WHERE data LIKE '%Ann%'");
        CountDownLatch armed = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        var form = new FormAddress(world.workspaceId(), world.projectId(), "authors");
        long now = app.clock().millis();
        try (Database rows =
                Database.open(new DatabaseLocation.Server(app.rowsServer().orElseThrow()))) {
            Thread submission = Thread.ofVirtual()
                    .start(() -> rows.writing(tx -> {
                        tx.update("UPDATE form_submissions SET model_id = 'authors' WHERE model_id = 'not yet'")
                                .execute();
                        new DigestStore().arm(tx, form, now, now + 1);
                        armed.countDown();
                        try {
                            over.await();
                        } catch (InterruptedException stopping) {
                            throw new IllegalStateException(stopping);
                        }
                    }));
            armed.await();
            app.advance(Duration.ofMinutes(6));
            eventually("the mail waits", app, () -> number("""
                    SELECT COUNT(*) FROM pg_stat_activity
                    WHERE wait_event_type = 'Lock' AND query LIKE 'DELETE FROM form_digests%'
                    """) == 1);
            over.countDown();
            submission.join();
        }
        eventually("the mail is there", app, Duration.ofMinutes(1), () -> mails().size() == 1);
        assertThat(mails().getFirst()).contains("Eve", "Ann");
    }

    /** Shown to fail where a mail server that is away counts as one that refuses the addresses. */
    @Tag("slow-host")
    @Test
    void theMailWaitsForAMailServerThatIsAway() {
        try (PostOffice office = new PostOffice("<nobody@example.com>")) {
            start(Map.of("CMS_SMTP_URL", office.url()));
            office.taken.clear();
            submit("Eve");
            office.away = true;
            pass(Duration.ofMinutes(6));
            pass(Duration.ofMinutes(2)); // a run that had begun before counts for the first
            assertThat(office.taken).isEmpty();
            office.away = false;
            eventually(
                    "the owner is written to",
                    app,
                    Duration.ofMinutes(1),
                    () -> office.taken.contains("<ada@example.com>"));
            pass(Duration.ofMinutes(2));
            assertThat(office.taken).containsExactly("<ada@example.com>");
        }
    }

    private void start(Map<String, String> settings) {
        app = TestApp.start(settings);
        world = World.blog(app);
        Map<String, Object> form = Map.of("enabled", true, "public", true, "exposedFields", List.of("name", "bio"));
        world.ada()
                .http()
                .patch(world.p() + "/models/authors", Map.of("form", form))
                .is(200);
    }

    private void submit(String name) {
        new Http(app.url())
                .post(
                        "/api/forms/v1/" + world.projectId() + "/authors/submit",
                        Map.of("data", Map.of("name", name, "bio", "of " + name)))
                .is(200);
    }

    /** Lets time go by, and the job run at its end. */
    private void pass(Duration time) {
        app.advance(time);
        String now = app.rowsServer().isPresent()
                ? "TIMESTAMPTZ '" + app.clock().instant() + "'"
                : Long.toString(app.clock().millis());
        eventually("the job has run", app, () -> number("""
                SELECT COUNT(*) FROM scheduled_tasks WHERE task_name = 'mail-about-submissions' AND last_success >= \
                """ + now) == 1);
    }

    private List<String> mails() {
        return new Outbox(new Http(app.url()))
                .messagesTo(world.ada().email()).stream()
                        .filter(mail -> mail.subject().startsWith("New submissions"))
                        .map(Outbox.Message::text)
                        .toList();
    }

    private long number(String sql) {
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void execute(String sql) {
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
