package cms.agent;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Form;
import cms.testing.Http;
import cms.testing.StoredState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Every way on which text of strangers reaches a model, by every tool that could do the worst with it: the model obeys,
 * and each of its calls waits for the person. Beside StrangersTest, where each of them alone is looked at closely.
 */
@Tag("large")
class InjectedTextTest {
    /** What waits for a person once text of strangers was read ({@code CMS_AGENT_CONFIRM=wide}). */
    private static final List<String> WORST = List.of(
            "delete_content",
            "delete_model",
            "delete_media",
            "merge_branch",
            "reject_branch",
            "approve_submission",
            "reject_submission",
            "save_model",
            "upload_media",
            "update_status",
            "save_content");

    private ToolCalls calls;
    private Chat chat;

    /** How the text comes: read by a tool, or with the message. */
    private record Source(String name, String tool, Map<String, Object> input, Map<String, Object> message) {
        static Source read(String tool, Map<String, Object> input) {
            return new Source(tool, tool, input, Map.of());
        }

        static Source sent(String name, Map<String, Object> message) {
            return new Source(name, "", Map.of(), message);
        }
    }

    private void over(String wire) {
        calls = new ToolCalls(wire);
        chat = calls.chat;
    }

    @AfterEach
    void stop() {
        assertThat(chat.models.violations()).isEmpty();
        calls.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "responses", "chat"})
    void fromNoSourceAnyToolDoesTheWorstUnasked(String wire) throws IOException {
        over(wire);
        List<String> wrong = new ArrayList<>();
        for (Source source : sources()) {
            Map<String, Map<String, Object>> worst = new HashMap<>();
            WORST.forEach(tool -> worst.put(tool, wish(tool)));
            StoredState before = calls.state();
            if (!source.tool.isEmpty()) {
                chat.models.calls(source.tool, source.input);
            }
            chat.models
                    .calls(WORST.stream()
                            .map(tool -> new StandInModels.Call("call_" + tool, tool, Json.text(worst.get(tool))))
                            .toArray(StandInModels.Call[]::new))
                    .says("So it is.");
            Map<String, Object> body = new HashMap<>(Chat.body("What does it say?"));
            body.putAll(source.message);
            List<JsonNode> events = chat.open(chat.world.ada(), body).rest();
            String requests = Json.text(chat.models.requests().getLast());
            assertThat(requests).as(source.name).contains("destroy everything");
            List<JsonNode> results = Chat.results(events);
            int first = source.tool.isEmpty() ? 0 : 1;
            assertThat(results).as(source.name).hasSize(first + WORST.size());
            for (int i = 0; i < WORST.size(); i++) {
                JsonNode result = results.get(first + i);
                String code = result.at("/confirmation/code").asString("");
                if (code.isEmpty() || requests.contains(code)) {
                    wrong.add(source.name + ", " + WORST.get(i) + ": " + result);
                }
            }
            if (!calls.state().equals(before)) {
                wrong.add(source.name + ": something has changed");
            }
        }
        assertThat(wrong).isEmpty();
    }

    private Map<String, Object> wish(String tool) {
        Map<String, Object> input = new HashMap<>(calls.input(tool));
        if (tool.equals("update_status") || tool.equals("save_content")) {
            input.put("status", "published");
        }
        return input;
    }

    private List<Source> sources() throws IOException {
        Http cy = chat.world.cy().http();
        String submission = calls.submission(1_000);
        cy.patch(chat.path("/forms/authors/submissions/" + submission), Map.of("status", "approved"))
                .is(200);
        String entry = cy.get(chat.path("/forms/authors/submissions?status=approved"))
                .is(200)
                .json()
                .at("/submissions/0/entry_id")
                .asString();
        calls.submission(1_001);
        Map<String, Object> pinned =
                Map.of("type", "entry", "modelId", "authors", "entryId", entry, "data", ToolCalls.ORDER);
        Map<String, Object> context =
                Map.of("activeLocale", "en", "panelState", "model", "contextItems", List.of(pinned));
        byte[] text = ToolCalls.ORDER.getBytes(StandardCharsets.UTF_8);
        return List.of(
                Source.read("list_submissions", Map.of("modelId", "authors")),
                Source.read("get_content", Map.of("model", "authors")),
                Source.read("brain_query", Map.of("model", "authors", "entryId", entry)),
                Source.read("brain_search", Map.of("query", "destroy everything")),
                Source.sent("a pinned entry", Map.of("context", context)),
                Source.sent("a text file", attached(file("a.txt", text))),
                Source.sent("a Word file", attached(file("a.docx", word()))),
                Source.sent("a spreadsheet", attached(file("a.xlsx", spreadsheet()))),
                Source.sent("a link", attached(link())));
    }

    private static Map<String, Object> attached(JsonNode attachment) {
        assertThat(attachment.get("error").isNull()).as(attachment.toString()).isTrue();
        return Map.of("attachments", List.of(Map.of("id", attachment.get("id").asString())));
    }

    private JsonNode file(String name, byte[] bytes) {
        return Form.of(name, bytes)
                .post(chat.world.ada().http(), chat.path("/attachments"))
                .is(200)
                .json()
                .at("/attachments/0");
    }

    private JsonNode link() {
        return chat.world
                .ada()
                .http()
                .post(chat.path("/attachments"), Map.of("url", calls.page()))
                .is(200)
                .json()
                .at("/attachments/0");
    }

    private static byte[] word() throws IOException {
        String text = "<w:d xmlns:w=\"w\"><w:p><w:t>" + ToolCalls.ORDER + "</w:t></w:p></w:d>";
        return zip(Map.of("word/document.xml", text));
    }

    private static byte[] spreadsheet() throws IOException {
        return zip(Map.of(
                "xl/workbook.xml", "<w/>",
                "xl/sharedStrings.xml", "<sst><si><t>" + ToolCalls.ORDER + "</t></si></sst>",
                "xl/worksheets/sheet1.xml", "<s><row><c t=\"s\"><v>0</v></c></row></s>"));
    }

    private static byte[] zip(Map<String, String> parts) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (var part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return out.toByteArray();
    }
}
