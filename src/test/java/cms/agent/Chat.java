package cms.agent;

import cms.testing.Events;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A blog whose service talks to a scripted provider. */
final class Chat implements AutoCloseable {
    static final Map<String, Object> LOOKING_AT_POSTS =
            Map.of("activeModelId", "posts", "activeLocale", "en", "panelState", "model");

    final StandInModels models = new StandInModels();
    final TestApp app;
    final World world;

    /** @param wire messages, responses or chat */
    Chat(String wire, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>();
        if (wire.equals("messages")) {
            settings.put("CMS_ANTHROPIC_API_KEY", "test-key-of-the-service");
            settings.put("CMS_ANTHROPIC_BASE_URL", models.url());
        } else {
            settings.put("CMS_AI_PROVIDER", "openai");
            settings.put("CMS_OPENAI_API_KEY", "test-key-of-the-service");
            settings.put("CMS_OPENAI_BASE_URL", models.url() + "/v1");
            settings.put("CMS_OPENAI_WIRE", wire);
        }
        settings.put("CMS_CHAT_RATE_PER_MINUTE", "1000");
        settings.putAll(more);
        this.app = TestApp.start(settings);
        this.world = World.blog(app);
    }

    Chat() {
        this("messages", Map.of());
    }

    /** Puts every workspace on a plan. */
    void plan(String plan) {
        execute("UPDATE workspaces SET plan = '" + plan + "'");
        app.restart();
    }

    /** Changes rows behind the service's back. */
    void execute(String statement) {
        try (Connection rows = app.rows();
                Statement sql = rows.createStatement()) {
            sql.execute(statement);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    String path(String below) {
        return world.p() + below;
    }

    static Map<String, Object> body(String message, Object... more) {
        Map<String, Object> body = new HashMap<>(Map.of("message", message, "context", LOOKING_AT_POSTS));
        for (int i = 0; i < more.length; i += 2) {
            body.put((String) more[i], more[i + 1]);
        }
        return body;
    }

    Events open(Person person, Map<String, Object> body) {
        return person.http().events("POST", path("/chat"), body);
    }

    /** All events of a turn. */
    List<JsonNode> ask(Person person, String message, Object... more) {
        return open(person, body(message, more)).rest();
    }

    Reply refused(Person person, Map<String, Object> body) {
        return person.http().post(path("/chat"), body);
    }

    static String conversation(List<JsonNode> events) {
        return events.getFirst().get("conversationId").asString();
    }

    static String text(List<JsonNode> events) {
        StringBuilder text = new StringBuilder();
        events.stream()
                .filter(event -> event.get("type").asString().equals("text"))
                .forEach(event -> text.append(event.get("content").asString()));
        return text.toString();
    }

    static List<String> types(List<JsonNode> events) {
        return events.stream().map(event -> event.get("type").asString()).toList();
    }

    /** The results of tools in their order. */
    static List<JsonNode> results(List<JsonNode> events) {
        return events.stream()
                .filter(event -> event.get("type").asString().equals("tool_result"))
                .map(event -> event.get("result"))
                .toList();
    }

    JsonNode posts() {
        return world.ada()
                .http()
                .get(path("/brain/sync"))
                .is(200)
                .json()
                .path("content")
                .path("posts:en");
    }

    @Override
    public void close() {
        app.close();
        models.close();
    }
}
