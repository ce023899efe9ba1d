package cms.media;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.access.Author;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.project.ProjectAccess;
import cms.project.Projects;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.Rows;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is being added to a project while somebody deletes it. */
@Tag("rows")
@Timeout(240)
class DeletedMeanwhileTest {
    private static final byte[] PDF = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n".getBytes(StandardCharsets.US_ASCII);

    private TestApp app;
    private World world;
    private Http ada;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        ada = world.ada().http();
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void anUploadThatEndsAfterItsProjectWasDeletedLeavesNothing() {
        Projects projects = app.doors().projects();
        ProjectAccess place = projects.access()
                .of(world.ada().id(), projects.find(world.projectId()).orElseThrow())
                .orElseThrow();
        Upload upload = Upload.by(
                Author.person(world.ada().id(), world.ada().email()),
                Upload.Source.UPLOAD,
                Optional.empty(),
                List.of(),
                Optional.empty());
        InputStream late = new After(() -> ada.delete(world.p()).is(200));
        assertThatThrownBy(() -> app.doors().media().add(place, upload, late))
                .isInstanceOfSatisfying(
                        Failure.class, refused -> assertThat(refused.kind()).isEqualTo(FailureKind.NOT_FOUND));
        for (String table : List.of("media_assets", "media_blobs", "media_revisions", "media_reservations")) {
            assertThat(count("SELECT COUNT(*) FROM " + table)).as(table).isZero();
        }
        assertThat(count("SELECT COALESCE(SUM(used), 0) FROM usage_months WHERE month = 'now'"))
                .as("stored bytes that are counted")
                .isZero();
        assertThat(new StoredMedia(app::data).blobs()).isEmpty();
    }

    @Test
    void nothingIsAddedToAProjectOnceItsDeletionIsUnderWay() throws Exception {
        assumeTrue(Rows.canBeShared(), "on SQLite transactions that write follow each other");
        Map<String, Object> name = Map.of("name", "late");
        List<Callable<Reply>> late = List.of(
                () -> ada.with("Tus-Resumable", "1.0.0")
                        .with("Upload-Length", "10")
                        .sendBytes("POST", world.p() + "/media/uploads", null, new byte[0]),
                () -> ada.post(world.p() + "/media/signing-keys", name),
                () -> ada.post(world.p() + "/cdn/keys", name),
                () -> ada.post(world.p() + "/conversation-keys", Map.of("name", "late", "role", "editor")),
                () -> ada.post(
                        "/api/workspaces/" + world.workspaceId() + "/mcp-cloud-keys",
                        Map.of("name", "late", "projectId", world.projectId())),
                () -> ada.post(world.p() + "/previews", Map.of("branch", "cms")));
        try (Connection deletion = app.rows();
                ExecutorService people = Executors.newFixedThreadPool(late.size())) {
            deletion.setAutoCommit(false);
            deletion.createStatement().execute("DELETE FROM projects WHERE id = '" + world.projectId() + "'");
            List<Future<Reply>> replies = late.stream().map(people::submit).toList();
            eventually("all wait for the deletion", () -> waiting() == late.size());
            deletion.commit();
            for (Future<Reply> reply : replies) {
                reply.get().is(404);
            }
        }
        for (String table : List.of("media_uploads", "media_signing_keys", "api_keys", "delivery_previews")) {
            assertThat(count("SELECT COUNT(*) FROM " + table)).as(table).isZero();
        }
    }

    private long waiting() {
        return count("SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND wait_event_type = 'Lock' AND query LIKE 'UPDATE projects SET status = status%'");
    }

    private long count(String query) {
        return app.doors().rows().read(tx -> tx.query(query).mapTo(Long.class).one());
    }

    /** A document whose sender does something before its first byte. */
    private static final class After extends InputStream {
        private final InputStream bytes = new ByteArrayInputStream(PDF);
        private final Runnable before;
        private boolean begun;

        private After(Runnable before) {
            this.before = before;
        }

        @Override
        public int read() throws IOException {
            if (!begun) {
                begun = true;
                before.run();
            }
            return bytes.read();
        }
    }
}
