package cms.forms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Submissions as files for other programs (the issue on forms): whole, in order, and no cell runs as a formula. */
@Tag("rows")
class ExportTest {
    private TestApp app;
    private World world;
    private Http ada;
    private String export;

    @BeforeEach
    void start() {
        app = TestApp.start(Map.of("CMS_FORM_RATE_PER_MINUTE", "600"));
        world = World.blog(app);
        ada = world.ada().http();
        export = world.p() + "/forms/authors/submissions/export";
        Map<String, Object> form =
                Map.of("enabled", true, "public", true, "exposedFields", List.of("bio", "name", "email", "active"));
        ada.patch(world.p() + "/models/authors", Map.of("form", form)).is(200);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aReaderGivesBackWhatWasSentAndNoTextIsAFormula() {
        send(Map.of("name", "=1+1", "email", "a@example.org", "bio", "two \"words\",\nand a line", "active", true));
        send(Map.of("name", "-5", "email", "b@example.org", "bio", " @spaced"));
        send(Map.of("name", "plain", "email", "c@example.org", "bio", "+49 30"));
        Reply file = ada.get(export).is(200);
        assertThat(file.header("Content-Type")).startsWith("text/csv");
        assertThat(file.header("Content-Disposition")).isEqualTo("attachment; filename=\"authors-submissions.csv\"");
        List<List<String>> lines = parsed(file.text());
        assertThat(lines.getFirst())
                .containsExactly("\uFEFFbio", "name", "email", "active", "id", "status", "created_at", "locale");
        assertThat(lines.get(1).subList(0, 4))
                .containsExactly("two \"words\",\nand a line", "'=1+1", "a@example.org", "true");
        assertThat(lines.get(2).subList(0, 3)).containsExactly(" @spaced", "'-5", "b@example.org");
        assertThat(lines.get(3).getFirst()).isEqualTo("'+49 30");
        assertThat(lines.get(3).get(5)).isEqualTo("pending");
        assertThat(lines).hasSize(4);
    }

    @Test
    void linesOfJsonAreTheRowsOfTheListAndTimeAndStatusChooseThem() {
        send(Map.of("name", "first", "email", "a@example.org"));
        String between = app.clock().instant().plusSeconds(30).toString();
        app.clock().advance(Duration.ofMinutes(1));
        send(Map.of("name", "second", "email", "a@example.org"));
        JsonNode row = ada.get(world.p() + "/forms/authors/submissions?sort=oldest")
                .is(200)
                .json()
                .at("/submissions/0");
        List<JsonNode> lines = lines("?format=ndjson");
        assertThat(lines.getFirst()).isEqualTo(row);
        assertThat(lines).hasSize(2);
        assertThat(names("?format=ndjson&since=" + between)).containsExactly("second");
        assertThat(names("?format=ndjson&until=" + between)).containsExactly("first");
        assertThat(names("?format=ndjson&status=approved")).isEmpty();
        ada.get(export + "?format=xls").is(400);
        ada.get(export + "?status=lost").is(400);
        ada.get(export + "?since=yesterday").is(400);
        ada.get(export + "?since=%2B999999999-01-01T00:00:00Z").is(400);
        ada.get(world.p() + "/forms/unknown/submissions/export").is(404);
    }

    @Test
    void aLongExportIsWholeAndInOrderAlthoughManyCameAtOnce() throws SQLException {
        insert(1_234);
        List<String> ids = lines("?format=ndjson").stream()
                .map(row -> row.get("id").asString())
                .toList();
        assertThat(ids).hasSize(1_234).doesNotHaveDuplicates().isSorted();
    }

    private void send(Map<String, Object> data) {
        Http visitor = new Http(app.url());
        visitor.post("/api/forms/v1/" + world.projectId() + "/authors/submit", Map.of("data", data))
                .is(200);
        app.clock().advance(Duration.ofSeconds(1));
    }

    private List<JsonNode> lines(String query) {
        return ada.get(export + query)
                .is(200)
                .text()
                .lines()
                .map(line -> Json.parse(line.getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    private List<String> names(String query) {
        return lines(query).stream().map(row -> row.at("/data/name").asString()).toList();
    }

    private void insert(int count) throws SQLException {
        try (Connection rows = app.rows();
                PreparedStatement insert = rows.prepareStatement("""
                    INSERT INTO form_submissions (id, workspace_id, project_id, model_id, status, data, locale,
                        source_ip, spam_reasons, created_at, deciding_until)
                    VALUES (?, ?, ?, 'authors', 'pending', '{}', 'en', '127.0.0.1', '', ?, 0)
                    """)) {
            rows.setAutoCommit(false);
            for (int i = 0; i < count; i++) {
                insert.setString(1, "%05d".formatted(i));
                insert.setString(2, world.workspaceId());
                insert.setString(3, world.projectId());
                insert.setLong(4, app.clock().millis() + i / 700); // hundreds in one millisecond
                insert.addBatch();
            }
            insert.executeBatch();
            rows.commit();
        }
    }

    /** A reader of RFC 4180 that knows nothing of the writer. */
    private static List<List<String>> parsed(String text) {
        List<List<String>> lines = new ArrayList<>();
        List<String> line = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char one = text.charAt(i);
            if (quoted && one == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"') {
                cell.append('"');
                i++;
            } else if (one == '"') {
                quoted = !quoted;
            } else if (!quoted && (one == ',' || one == '\n')) {
                line.add(cell.toString());
                cell.setLength(0);
                if (one == '\n') {
                    lines.add(line);
                    line = new ArrayList<>();
                }
            } else if (quoted || one != '\r') {
                cell.append(one);
            }
        }
        return lines;
    }
}
