package cms.forms;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Http;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/**
 * What is stored of a submission is bounded in values, and is read only by those who want to see it, a part at a time.
 */
@Tag("rows")
@Timeout(240)
class LongSubmissionsTest {
    /** Values of a submission whose only field is a list of texts: the object, the list and its texts. */
    private static final int BESIDE_TEXTS = 2;

    private static final int SPAM_MAX = 1_000;

    /** Nobody can parse it, so nobody may try. */
    private static final String UNREADABLE = "{";

    private TestApp app;
    private World world;
    private Http ada;
    private String rows;

    @BeforeEach
    void start() {
        app = TestApp.start(Map.of("CMS_FORM_RATE_PER_MINUTE", "1000"));
        world = World.blog(app);
        ada = world.ada().http();
        rows = world.p() + "/forms/authors/submissions";
        Map<String, Object> form = Map.of(
                "enabled",
                true,
                "public",
                true,
                "exposedFields",
                List.of("name", "topics"),
                "requiredOverrides",
                Map.of("name", false));
        ada.patch(world.p() + "/models/authors", Map.of("form", form)).is(200);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aSubmissionHasAtMostTwoThousandValues() {
        Http visitor = new Http(app.url());
        String submit = "/api/forms/v1/" + world.projectId() + "/authors/submit";
        List<String> most = Collections.nCopies(2_000 - BESIDE_TEXTS, "a");
        assertThat(visitor.post(submit, Map.of("data", Map.of("topics", most)))
                        .is(200)
                        .json()
                        .get("success")
                        .asBoolean())
                .isTrue();
        List<String> more = Collections.nCopies(2_000 - BESIDE_TEXTS + 1, "a");
        JsonNode refused = visitor.post(submit, Map.of("data", Map.of("topics", more)))
                .is(422)
                .json();
        assertThat(refused.get("code").asString()).isEqualTo("form.too_many_values");
        assertThat(refused.get("message").asString()).contains("2,000 values");
        visitor.post(submit, Map.of("data", Map.of("name", "Eve", "unknown", more)))
                .is(200); // what the form does not expose is dropped, not counted
        assertThat(ada.get(rows).is(200).json().get("total").asLong()).isEqualTo(2);
    }

    /** Shown to fail before: deciding, deleting and forgetting parsed all that visitors had sent. */
    @Test
    void whatVisitorsSentIsNotReadForDecisionsAboutIt() throws SQLException {
        List<String> ids = insert("pending", 4, _ -> UNREADABLE);
        decide("spam", ids.subList(0, 2));
        decide("reject", ids.subList(1, 3));
        assertThat(ada.post(rows + "/bulk", Map.of("action", "delete", "submissionIds", ids.subList(2, 4)))
                        .is(200)
                        .json()
                        .get("updated")
                        .asInt())
                .isEqualTo(2);
        assertThat(statuses()).containsExactly(ids.get(0) + " spam", ids.get(1) + " rejected");
        app.clock().advance(Duration.ofDays(31));
        eventually(
                "the spam is gone",
                app,
                Duration.ofHours(1),
                () -> statuses().equals(List.of(ids.get(1) + " rejected")));
    }

    /**
     * Shown to fail before: what a person calls spam is not counted, and was kept without a bound; then each decision
     * removed what the one before it had decided.
     */
    @Test
    void spamOfAPersonIsKeptWithinTheBoundOfSpamAndIsNotTheFirstToGo() throws SQLException {
        List<String> earlier = insert("spam", SPAM_MAX, _ -> "{}");
        app.clock().advance(Duration.ofSeconds(-10)); // what is sent now is older than all of it
        List<String> sent = insert("pending", 3, _ -> "{}");
        decide("spam", sent.subList(0, 2));
        assertThat(spam())
                .hasSize(SPAM_MAX)
                .containsAll(sent.subList(0, 2))
                .doesNotContainAnyElementsOf(earlier.subList(0, 2));
        ada.patch(rows + "/" + sent.get(2), Map.of("status", "spam")).is(200);
        assertThat(spam()).hasSize(SPAM_MAX).containsAll(sent);
        assertThat(ada.get(rows + "?status=spam").is(200).json().get("total").asLong())
                .isEqualTo(SPAM_MAX);
    }

    @Test
    void aLongPageAndALongExportAreWholeAndInOrder() throws SQLException {
        String text = "x".repeat(60_000);
        List<String> ids = insert("pending", 70, n -> "{\"name\":\"" + n + "-" + text + "\"}");
        for (String sort : List.of("oldest", "newest")) {
            JsonNode page = ada.get(rows + "?limit=100&sort=" + sort).is(200).json();
            assertThat(page.get("total").asLong()).isEqualTo(ids.size());
            assertSent(
                    page.get("submissions").valueStream().toList(), sort.equals("oldest") ? ids : ids.reversed(), text);
        }
        JsonNode last = ada.get(rows + "?limit=40&page=2&sort=oldest").is(200).json();
        assertSent(last.get("submissions").valueStream().toList(), ids.subList(40, 70), text);
        String lines = ada.get(rows + "/export?format=ndjson").is(200).text();
        assertSent(
                lines.lines()
                        .map(line -> Json.parse(line.getBytes(StandardCharsets.UTF_8)))
                        .toList(),
                ids,
                text);
        List<String> cells = ada.get(rows + "/export").is(200).text().lines().toList();
        assertThat(cells).hasSize(ids.size() + 1);
        assertThat(cells.getLast()).startsWith("69-" + text + ",," + ids.getLast());
    }

    /** Rows from before the bound have up to 64,000 values. */
    @Test
    void whatIsApprovedAtOnceHoldsNoMoreThanASaveMay() throws SQLException {
        String many = "{\"name\":\"Eve\",\"topics\":[\"a\"" + ",\"a\"".repeat(60_000) + "]}";
        List<String> ids = insert("pending", 4, _ -> many);
        JsonNode refused = ada.post(rows + "/bulk", Map.of("action", "approve", "submissionIds", ids))
                .is(422)
                .json();
        assertThat(refused.get("code").asString()).isEqualTo("form.too_many_values");
        assertThat(refused.get("message").asString()).contains("approve fewer");
        ada.patch(rows + "/" + ids.getFirst(), Map.of("status", "rejected")).is(200); // nothing holds it
    }

    private void decide(String action, List<String> ids) {
        assertThat(ada.post(rows + "/bulk", Map.of("action", action, "submissionIds", ids))
                        .is(200)
                        .json()
                        .get("updated")
                        .asInt())
                .isEqualTo(ids.size());
    }

    private static void assertSent(List<JsonNode> shown, List<String> ids, String text) {
        assertThat(shown.stream().map(row -> row.get("id").asString())).containsExactlyElementsOf(ids);
        assertThat(shown).allMatch(row -> row.at("/data/name").asString().endsWith("-" + text));
    }

    private interface Data {
        String of(int number);
    }

    /** Rows as if visitors had sent them now, one a millisecond; answers their ids, which begin with their status. */
    private List<String> insert(String status, int count, Data data) throws SQLException {
        List<String> ids = IntStream.range(0, count)
                .mapToObj(n -> "%s-%05d".formatted(status, n))
                .toList();
        try (Connection connection = app.rows();
                PreparedStatement insert = connection.prepareStatement("""
                    INSERT INTO form_submissions (id, workspace_id, project_id, model_id, status, data, locale,
                        source_ip, spam_reasons, counted_at, created_at, deciding_until)
                    VALUES (?, ?, ?, 'authors', ?, ?, 'en', '127.0.0.1', ?, ?, ?, 0)
                    """);
                PreparedStatement total = connection.prepareStatement("""
                    INSERT INTO form_totals (project_id, model_id, status, total) VALUES (?, 'authors', ?, ?)
                    """)) {
            connection.setAutoCommit(false);
            for (int n = 0; n < count; n++) {
                long now = app.clock().millis() + n;
                insert.setString(1, ids.get(n));
                insert.setString(2, world.workspaceId());
                insert.setString(3, world.projectId());
                insert.setString(4, status);
                insert.setString(5, data.of(n));
                insert.setString(6, status.equals("spam") ? "links" : "");
                insert.setObject(7, status.equals("spam") ? null : now, java.sql.Types.BIGINT);
                insert.setLong(8, now);
                insert.addBatch();
            }
            insert.executeBatch();
            total.setString(1, world.projectId());
            total.setString(2, status);
            total.setLong(3, count);
            total.execute();
            connection.commit();
        }
        return ids;
    }

    private List<String> spam() {
        return statuses().stream()
                .filter(row -> row.endsWith(" spam"))
                .map(row -> row.split(" ")[0])
                .toList();
    }

    /** The ids of all rows with their statuses, in the order in which they came. */
    private List<String> statuses() {
        try (Connection connection = app.rows();
                PreparedStatement select =
                        connection.prepareStatement("SELECT id, status FROM form_submissions ORDER BY created_at, id");
                ResultSet row = select.executeQuery()) {
            List<String> statuses = new ArrayList<>();
            while (row.next()) {
                statuses.add(row.getString(1) + " " + row.getString(2));
            }
            return statuses;
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
