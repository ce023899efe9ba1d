package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Person;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Who made an entry stays who made it, whatever its model is called and wherever its files lie (spec 2.8). */
class EntryAgeTest {
    private TestApp app;
    private World world;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    /** Shown to fail without {@code ModelPast}: then whoever renamed the model has made all of it. */
    @Test
    void whoMadeAnEntryIsNotWhoRenamedOrMovedItsModel() {
        save("posts", "{'data':{'one':{'title':'A'}}}");
        save("guides", "{'slug':'one','data':{'title':'A'},'body':'text'}");
        save("messages", "{'data':{'one':{'name':'A','email':'a@example.com','message':'M'}}}");
        assertThat(maker("posts", "one")).isEqualTo("bo@example.com");

        change("posts", Map.of("newId", "articles"));
        change("guides", Map.of("content_path", "texts/guides"));
        change("messages", Map.of("newId", "letters", "content_path", "texts/letters"));
        change("articles", Map.of("newId", "stories"));
        save("stories", "{'data':{'two':{'title':'B'}}}");

        for (List<String> entry : List.of(
                List.of("stories", "one"),
                List.of("stories", "two"),
                List.of("guides", "one"),
                List.of("letters", "one"))) {
            assertThat(maker(entry.getFirst(), entry.getLast())).as("%s", entry).isEqualTo("bo@example.com");
        }
        app.restart();
        assertThat(maker("stories", "one")).isEqualTo("bo@example.com");
    }

    /** A model that takes the id of one that is gone begins anew: nothing of it was there before. */
    @Test
    void aModelThatOnlyBearsTheNameOfAnotherOneBeginsAnew() {
        save("messages", "{'data':{'one':{'name':'A','email':'a@example.com','message':'M'}}}");
        ObjectNode definition = model("messages").deepCopy();
        world.ada()
                .http()
                .send("DELETE", world.p() + "/models/messages", Json.object())
                .is(200);
        world.ada()
                .http()
                .send("PUT", world.p() + "/models/messages", definition)
                .is(200);
        String entry = "{'data':{'one':{'name':'A','email':'a@example.com','message':'M'}}}";
        world.ada().http().post(world.p() + "/content/messages", tree(entry)).is(200);

        assertThat(maker("messages", "one")).isEqualTo("ada@example.com");
    }

    private String maker(String model, String entry) {
        JsonNode snapshot = world.dee().http().get(world.p() + "/brain/sync").json();
        JsonNode content = snapshot.at("/content/" + model + ":en");
        if (!content.isArray()) {
            return snapshot.at("/meta/" + model + ":en/" + entry + "/createdBy").asString("");
        }
        return content.valueStream()
                .filter(document -> document.path("slug").asString().equals(entry))
                .findFirst()
                .orElseThrow()
                .at("/meta/createdBy")
                .asString("");
    }

    private void change(String model, Map<String, String> members) {
        ObjectNode definition = model(model).deepCopy();
        members.forEach(definition::put);
        world.ada()
                .http()
                .send("PUT", world.p() + "/models/" + model, definition)
                .is(200);
    }

    private ObjectNode model(String id) {
        Person dee = world.dee();
        return (ObjectNode) dee.http().get(world.p() + "/brain/sync").json().path("models").values().stream()
                .filter(model -> model.path("id").asString().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private void save(String model, String body) {
        world.bo().http().post(world.p() + "/content/" + model, tree(body)).is(200);
    }

    private static JsonNode tree(String text) {
        return Json.parse(text.replace('\'', '"'));
    }
}
