package cms.review;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.World;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Changes of the blog as people make, land and decide about them; JSON is written with single quotes. */
record Reviewing(World world) {
    /** Puts the project into the workflow in which every save is a branch of its own. */
    void begin() {
        world.ada()
                .http()
                .patch(world.p() + "/config", tree("{'workflow':'review'}"))
                .is(200);
    }

    /** Writes a model's definition; gives the branch. */
    String put(String model, String body) {
        return branch(world.ada().http().send("PUT", world.p() + "/models/" + model, tree(body)));
    }

    /** Saves content, all of it valid; gives the branch. */
    String save(Person person, String model, String body) {
        Reply saved = person.http().post(world.p() + "/content/" + model, tree(body));
        assertThat(saved.json().at("/validation/valid").asBoolean())
                .as(saved.text())
                .isTrue();
        return branch(saved);
    }

    Reply merge(String branch, @Nullable JsonNode body) {
        return world.cy()
                .http()
                .post(world.p() + "/branches/" + encode(branch) + "/merge", body == null ? Json.object() : body);
    }

    /** Lands two changes in this order, or in the other. */
    void land(boolean inOrder, String one, String other) {
        merge(inOrder ? one : other, null).is(200);
        merge(inOrder ? other : one, null).is(200);
    }

    JsonNode sync() {
        return world.dee().http().get(world.p() + "/brain/sync").is(200).json();
    }

    /** A model's definition as the snapshot has it. */
    JsonNode model(String id) {
        return sync().path("models").values().stream()
                .filter(model -> model.path("id").asString().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** The same decision about every clash of an answer: {@code ours}, {@code theirs} or an object. */
    static ObjectNode decided(Reply clash, String take) {
        ObjectNode body = Json.object();
        ArrayNode list = body.putArray("resolutions");
        for (JsonNode conflict : clash.json().at("/data/conflicts").values()) {
            ObjectNode decision = list.addObject();
            for (String member : List.of("path", "entry", "field")) {
                decision.set(member, conflict.get(member));
            }
            decision.set("take", take.startsWith("{") ? tree(take) : Json.parse("\"" + take + "\""));
        }
        return body;
    }

    static String branch(Reply written) {
        return written.is(200).json().path("branch").asString();
    }

    static String encode(String branch) {
        return URLEncoder.encode(branch, StandardCharsets.UTF_8);
    }

    static JsonNode tree(String text) {
        return Json.parse(text.replace('\'', '"'));
    }
}
