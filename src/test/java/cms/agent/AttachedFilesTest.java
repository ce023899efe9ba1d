package cms.agent;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.agent.model.AgentLimits;
import cms.platform.json.Json;
import cms.testing.Person;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a conversation makes of attached files: its rows name them, and requests to models carry them. */
class AttachedFilesTest {
    private static final String BOUNDARY = "parts-of-a-form";
    private static final int PDF_BYTES = 3_000_000;

    private final Chat chat = new Chat();
    private final Person bo = chat.world.bo();

    @AfterEach
    void stop() {
        assertThat(chat.models.violations()).isEmpty();
        chat.close();
    }

    private JsonNode upload(String name, byte[] bytes) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name
                        + "\"\r\nContent-Type: application/octet-stream\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        body.writeBytes(bytes);
        body.writeBytes(("\r\n--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return bo.http()
                .sendBytes(
                        "POST",
                        chat.path("/attachments"),
                        "multipart/form-data; boundary=" + BOUNDARY,
                        body.toByteArray())
                .is(200)
                .json()
                .at("/attachments/0");
    }

    private static byte[] pdf() {
        byte[] pdf = new byte[PDF_BYTES];
        byte[] head = "%PDF-1.7".getBytes(StandardCharsets.UTF_8);
        System.arraycopy(head, 0, pdf, 0, head.length);
        return pdf;
    }

    private static List<Map<String, String>> named(JsonNode... uploaded) {
        return Stream.of(uploaded)
                .map(one -> Map.of("id", one.get("id").asString()))
                .toList();
    }

    private String ask(String conversation, String message, List<Map<String, String>> attachments) {
        List<JsonNode> events = conversation.isEmpty()
                ? chat.ask(bo, message, "attachments", attachments)
                : chat.ask(bo, message, "attachments", attachments, "conversationId", conversation);
        assertThat(Chat.types(events)).as(message).endsWith("done");
        return Chat.conversation(events);
    }

    private static List<JsonNode> documents(ObjectNode request) {
        return request.get("messages")
                .valueStream()
                .flatMap(message -> message.get("content").valueStream())
                .filter(block -> block.get("type").asString().equals("document"))
                .toList();
    }

    private long number(String query) {
        try (Connection rows = chat.app.rows();
                Statement sql = rows.createStatement();
                ResultSet found = sql.executeQuery(query)) {
            found.next();
            return found.getLong(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Shown to fail where a message held the bytes, once for each time that it named them. */
    @Test
    void aFileThatIsNamedTenTimesIsSentOnceWithEachRequestAndNoMessageHoldsIt() {
        JsonNode file = upload("plan.pdf", pdf());
        assertThat(file.at("/blocks/0/source/file_id").asString())
                .isEqualTo(file.get("id").asString());
        assertThat(Json.bytes(file).length).isLessThan(1_000);
        chat.models.says("Read.").says("Still there.");
        String id = ask("", "Read it", Collections.nCopies(10, named(file).getFirst()));
        assertThat(documents(chat.models.request(0))).hasSize(1);
        byte[] sent = Base64.getDecoder()
                .decode(documents(chat.models.request(0))
                        .getFirst()
                        .at("/source/data")
                        .asString());
        assertThat(sent).isEqualTo(pdf());
        ask(id, "And again", named(file));
        assertThat(documents(chat.models.request(1))).hasSize(1);
        assertThat(number("SELECT MAX(LENGTH(blocks)) FROM agent_messages")).isLessThan(5_000);
        assertThat(number("SELECT bytes FROM agent_conversations")).isBetween(1L, 50_000L);
    }

    @Test
    void whatIsADayOldIsNotSentAndTheModelIsTold() {
        JsonNode text = upload("notes.txt", "Ideas for the spring".getBytes(StandardCharsets.UTF_8));
        chat.models.says("Read.").says("I do not have them any more.");
        String id = ask("", "Read them", named(upload("plan.pdf", pdf()), text));
        assertThat(Json.text(chat.models.request(0))).contains("Ideas for the spring");
        chat.execute("UPDATE agent_attachments SET created_at = created_at - 90000000");
        ask(id, "And now?", List.of());
        assertThat(documents(chat.models.request(1))).isEmpty();
        assertThat(Json.text(chat.models.request(1)))
                .contains("(The attached file \\\"plan.pdf\\\" is not kept any more;")
                .contains("(The attached file \\\"notes.txt\\\" is not kept any more;")
                .doesNotContain("Ideas for the spring");
    }

    /** As if the files were so large: to send them would take a minute. */
    @Test
    void oneRequestCarriesTheNewestFilesThatFitAndOneMessageNoMoreThanThose() {
        JsonNode older = upload("older.pdf", pdf());
        JsonNode newer = upload("newer.pdf", pdf());
        chat.execute("UPDATE agent_attachments SET bytes = " + (AgentLimits.REQUEST_ATTACHED_BYTES_MAX / 2 + 1));
        chat.refused(bo, Chat.body("Read", "attachments", named(older, newer))).is(400);
        chat.models.says("One.").says("Another.");
        String id = ask("", "Read one", named(older));
        ask(id, "Read another", named(newer));
        assertThat(documents(chat.models.request(1))).hasSize(1);
        assertThat(Json.text(chat.models.request(1))).contains("\\\"older.pdf\\\" is not sent any more, as newer");
    }

    @Test
    void messagesThatWereStoredWithTheirBytesAreSentAsBefore() {
        chat.models.says("Read.").says("Still there.");
        String id = ask("", "Read it", List.of());
        chat.execute("UPDATE agent_messages SET blocks = '[{\"type\":\"document\",\"name\":\"old.pdf\","
                + "\"base64\":\"b2xk\"},{\"type\":\"text\",\"text\":\"Read\"}]' WHERE role = 'user'");
        ask(id, "And again", List.of());
        assertThat(documents(chat.models.request(1))
                        .getFirst()
                        .at("/source/data")
                        .asString())
                .isEqualTo("b2xk");
    }

    /** Shown to fail where a hundred of any length were listed. */
    @Test
    void messagesAreListedUpToEightMebibytesAndTheNewestAlways() {
        String id = "";
        for (int turn = 0; turn < 3; turn++) {
            chat.models.says("So it is.");
            id = ask(id, "Question " + turn, List.of());
        }
        String messages = chat.path("/conversations/" + id + "/messages");
        assertThat(bo.http().get(messages).is(200).json()).hasSize(6);
        long third = AgentLimits.MESSAGES_LISTED_BYTES_MAX / 3;
        chat.execute("UPDATE agent_messages SET shown = hex(zeroblob(" + third / 2 + "))");
        assertThat(bo.http().get(messages).is(200).json()).hasSize(2);
        chat.execute("UPDATE agent_messages SET shown = hex(zeroblob(" + AgentLimits.MESSAGES_LISTED_BYTES_MAX + "))");
        JsonNode newest = bo.http().get(messages).is(200).json();
        assertThat(newest).hasSize(1);
        assertThat(newest.at("/0/role").asString()).isEqualTo("assistant");
    }

    /** Conversations of before the count took nothing. The event of a turn's end is counted by it alone. */
    @Test
    void whatConversationsTookBeforeItWasCountedIsCountedWithTheFirstStart() {
        chat.models.says("Read.").says("Still there.");
        String id =
                ask("", "Read it", named(upload("notes.txt", "Ideas for the spring".getBytes(StandardCharsets.UTF_8))));
        ask(id, "And again", List.of());
        long counted = number("SELECT bytes FROM agent_conversations");
        long ends = number("SELECT SUM(LENGTH(events)) FROM agent_events WHERE events LIKE '%\"done\"%'");
        chat.execute("UPDATE agent_conversations SET bytes = 0");
        chat.execute("DELETE FROM flyway_schema_history WHERE version = '151'");
        chat.app.restart();
        assertThat(number("SELECT bytes FROM agent_conversations")).isBetween(counted, counted + ends);
    }

    /** As if conversations were so large. */
    @Test
    void whatAnOwnerOrAWorkspaceStoresBeyondItsBytesGoesTheLongestUnusedFirst() {
        chat.models.says("One.").says("Two.").says("Three.");
        String older = ask("", "One", List.of());
        String newer = ask("", "Two", List.of());
        chat.ask(chat.world.cy(), "Three");
        chat.execute("UPDATE agent_conversations SET updated_at = updated_at - 60000 WHERE id = '" + older + "'");
        chat.execute("UPDATE agent_conversations SET bytes = " + (AgentLimits.OWNER_CONVERSATIONS_BYTES_MAX / 2 + 1));
        leaves(2);
        assertThat(listed(bo)).containsExactly(newer);
        assertThat(listed(chat.world.cy())).hasSize(1);
        long others = AgentLimits.WORKSPACE_CONVERSATIONS_BYTES_MAX / AgentLimits.OWNER_CONVERSATIONS_BYTES_MAX;
        for (int other = 0; other < others; other++) {
            chat.execute("""
                INSERT INTO agent_conversations SELECT 'other%1$s', workspace_id, project_id, owner_kind, 'other%1$s',
                    title, branch, tainted, running_turn, turns, segment_key, segment_text, segment_at, segment_from,
                    history_from, created_at, updated_at, %2$s FROM agent_conversations WHERE id = '%3$s'
                """.formatted(other, AgentLimits.OWNER_CONVERSATIONS_BYTES_MAX, newer));
        }
        leaves((int) others);
        assertThat(listed(bo)).containsExactly(newer);
    }

    /** Shown to fail where all that were beyond were deleted in the transaction which had chosen them. */
    @Test
    void eachGoesByItselfAndOneInWhichATurnBeginsMeanwhileStaysWithItsMessages() {
        chat.models.says("One.").says("Two.").says("Three.");
        String oldest = ask("", "One", List.of());
        String goesOn = ask("", "Two", List.of());
        String held = ask("", "Three", List.of());
        chat.execute("CREATE TRIGGER goes_on AFTER DELETE ON agent_conversations WHEN OLD.id = '" + oldest
                + "' BEGIN UPDATE agent_conversations SET running_turn = 'now' WHERE id = '" + goesOn + "'; END");
        chat.execute("CREATE TRIGGER held BEFORE DELETE ON agent_conversations WHEN OLD.id = '" + held
                + "' BEGIN SELECT RAISE(ABORT, 'held'); END");
        chat.execute("UPDATE agent_conversations SET updated_at = updated_at - 60000 WHERE id <> '" + held + "'");
        chat.execute("UPDATE agent_conversations SET updated_at = updated_at - 60000 WHERE id = '" + oldest + "'");
        chat.execute("UPDATE agent_conversations SET bytes = " + (AgentLimits.OWNER_CONVERSATIONS_BYTES_MAX + 1));
        leaves(2);
        assertThat(listed(bo)).containsExactlyInAnyOrder(goesOn, held);
        assertThat(number("SELECT COUNT(*) FROM agent_messages WHERE conversation_id = '" + goesOn + "'"))
                .isEqualTo(2);
        assertThat(number("SELECT COUNT(*) FROM agent_messages")).isEqualTo(4);
    }

    private void leaves(int conversations) {
        eventually(
                "what is beyond has gone",
                chat.app,
                Duration.ofMinutes(1),
                () -> number("SELECT COUNT(*) FROM agent_conversations") == conversations);
    }

    private List<String> listed(Person person) {
        return person.http()
                .get(chat.path("/conversations"))
                .is(200)
                .json()
                .valueStream()
                .map(one -> one.get("id").asString())
                .toList();
    }
}
