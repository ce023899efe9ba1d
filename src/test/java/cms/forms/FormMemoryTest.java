package cms.forms;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.RawConnection;
import cms.testing.ServiceProcess;
import cms.testing.World;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service with little memory outlives visitors of a form whose model is large, and readers of what they sent. */
@Tag("large")
@Timeout(300)
class FormMemoryTest {
    private static final String HEAP = "192m";

    /** Fewer than one address may keep waiting. */
    private static final int VISITORS = 60;

    /** Lists beside the form of a model, of which each takes 56 bytes of memory. */
    private static final int LISTS = 190_000;

    /** How often the form names its only field. */
    private static final int NAMED = 10_000;

    private static final int ROWS = 100;

    @TempDir
    private Path data;

    @TempDir
    private Path clones;

    /**
     * Shown to end the service before: each visitor had a copy of the model, and each row became twenty times as long.
     */
    @Test
    void visitorsWhoAreWaitedForAndReadersOfLongSubmissionsTakeWhatTheySend() throws Exception {
        try (ServiceProcess service =
                ServiceProcess.startWithin(HEAP, data, Map.of("CMS_FORM_RATE_PER_MINUTE", "1000"))) {
            Person ada = Person.signIn(service.url(), "ada@example.com");
            String projectId = World.connect(ada, ada.primaryWorkspace(), "starters/blog", "blog");
            String project = "/api/workspaces/" + ada.primaryWorkspace() + "/projects/" + projectId;
            String form = "/api/forms/v1/" + projectId + "/authors";
            push(
                    ada,
                    ada.http().get(project).is(200).json().get("repo_full_name").asString());
            Http visitor = new Http(service.url());
            eventually("the form is there", () -> visitor.get(form + "/config").status() == 200);

            wait(service, form);
            visitor.post(form + "/submit", Map.of("data", Map.of("name", "Eve")))
                    .is(200);

            insert(ada.primaryWorkspace(), projectId);
            String rows = project + "/forms/authors/submissions";
            assertThat(bytes(service, ada, rows + "?limit=100")).isGreaterThan(ROWS * 120_000);
            assertThat(bytes(service, ada, rows + "/export?format=ndjson")).isGreaterThan(ROWS * 120_000);
            assertThat(bytes(service, ada, rows + "/export")).isBetween(ROWS * 10, ROWS * 1_000);
            visitor.post(form + "/submit", Map.of("data", Map.of("name", "Eve")))
                    .is(200);
            assertThat(service.isAlive()).isTrue();
        }
    }

    private void push(Person ada, String repository) {
        GitClient clone = GitClient.clone(clones, ada, repository);
        String path = ".cms/models/authors.json";
        String form = "\"form\": { \"enabled\": true, \"public\": true, \"exposedFields\": [\"name\""
                + ",\"name\"".repeat(NAMED) + "] }";
        String model = clone.show("HEAD", path).strip();
        clone.write(
                        path,
                        model.substring(0, model.length() - 1) + ", " + form + ", \"x\": [[]" + ",[]".repeat(LISTS)
                                + "] }\n")
                .commit("a large model");
        clone.git("push", "--quiet", "origin", "HEAD");
    }

    /** Lets visitors announce what they never send; all of them are waited for at the same time. */
    private static void wait(ServiceProcess service, String form) {
        List<RawConnection> waiting = new ArrayList<>();
        try {
            for (int n = 0; n < VISITORS; n++) {
                RawConnection visitor = new RawConnection(service.url().getPort());
                waiting.add(visitor.send("POST " + form + "/submit HTTP/1.1\r\nHost: localhost:"
                        + service.url().getPort()
                        + "\r\nContent-Type: application/json\r\nContent-Length: 20\r\nExpect: 100-continue\r\n\r\n"));
            }
            waiting.forEach(visitor ->
                    assertThat(visitor.read().status()).as("asked for its body").isEqualTo(100));
        } finally {
            waiting.forEach(RawConnection::close);
        }
    }

    /** Submissions from before the bound of values, 128 KB each. */
    private void insert(String workspaceId, String projectId) throws SQLException {
        String many = "{\"name\":\"Eve\",\"topics\":[\"a\"" + ",\"a\"".repeat(32_000) + "]}";
        try (Connection rows =
                        DriverManager.getConnection("jdbc:sqlite:" + data.resolve("cms.db") + "?busy_timeout=60000");
                PreparedStatement insert = rows.prepareStatement("""
                    INSERT INTO form_submissions (id, workspace_id, project_id, model_id, status, data, locale,
                        source_ip, spam_reasons, created_at, deciding_until)
                    VALUES (?, ?, ?, 'authors', 'pending', ?, 'en', '127.0.0.1', '', ?, 0)
                    """)) {
            rows.setAutoCommit(false);
            for (int n = 0; n < ROWS; n++) {
                insert.setString(1, "%05d".formatted(n));
                insert.setString(2, workspaceId);
                insert.setString(3, projectId);
                insert.setString(4, many);
                insert.setLong(5, n);
                insert.addBatch();
            }
            insert.executeBatch();
            rows.commit();
        }
    }

    private static int bytes(ServiceProcess service, Person ada, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(service.url().resolve(path))
                    .header("Authorization", "Bearer " + ada.token())
                    .build();
            HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
            return answer.body().length;
        }
    }
}
