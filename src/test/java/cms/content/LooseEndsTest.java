package cms.content;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Members that no model declares and relations to nothing are told at once, and refused where the project is strict.
 */
@Tag("scenario")
class LooseEndsTest {
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

    @Test
    void aTypingErrorIsAWarningOfTheSaveAndAnItemOfTheHealth() {
        JsonNode answer = save("{'data':{'typo':{'title':'T','titel':'T','nothing_like_it':1}}}")
                .json();

        assertThat(answer.at("/validation/valid").asBoolean()).isTrue();
        assertThat(says(answer))
                .containsExactly(
                        "warning titel: The model declares no field 'titel'; did you mean 'title'?",
                        "warning nothing_like_it: The model declares no field 'nothing_like_it'.");
        assertThat(answer.path("merged").asBoolean()).isTrue();
        JsonNode health = world.bo().http().get(world.p() + "/health").is(200).json();
        assertThat(health.path("warnings")
                        .valueStream()
                        .filter(item -> item.path("type").asString().equals("undeclared_field"))
                        .map(item -> item.path("modelId").asString() + "."
                                + item.path("field").asString()))
                .containsExactlyInAnyOrder("posts.titel", "posts.nothing_like_it");
    }

    @Test
    void aRelationToNothingIsAWarningAndOneToAnEntryOfTheSameSaveIsNot() {
        JsonNode answer =
                save("{'data':{'lost':{'title':'T','author':'nobody0'}}}").json();

        assertThat(answer.at("/validation/valid").asBoolean()).isTrue();
        assertThat(says(answer))
                .containsExactly("warning author: The relation points to 'nobody0', which is no entry of 'authors'.");
        world.bo()
                .http()
                .post(world.p() + "/content/authors", tree("{'data':{'somebody':{'name':'S'}}}"))
                .is(200);
        assertThat(says(save("{'data':{'lost':{'author':'somebody'}}}").json())).isEmpty();
    }

    @Test
    void aStrictProjectRefusesBoth() {
        strict(true);

        JsonNode answer = save("{'data':{'typo':{'title':'T','titel':'T','author':'nobody0'}}}")
                .json();

        assertThat(answer.at("/validation/valid").asBoolean()).isFalse();
        assertThat(answer.path("branch").asString()).isEmpty();
        assertThat(says(answer)).hasSize(2).allMatch(line -> line.startsWith("error "));
        strict(false);
        assertThat(save("{'data':{'typo':{'title':'T','titel':'T'}}}")
                        .json()
                        .path("merged")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void aDocumentMayHaveItsSlugAndADictionaryAnyKey() {
        Reply page = world.bo()
                .http()
                .post(
                        world.p() + "/content/pages",
                        tree("{'slug':'here','data':{'title':'Here','heading_two':'x'},'body':'Text'}"))
                .is(200);
        assertThat(says(page.json()))
                .containsExactly("warning heading_two: The model declares no field 'heading_two'.");
        Reply labels = world.bo()
                .http()
                .post(world.p() + "/content/labels", tree("{'data':{'any.key':'x'}}"))
                .is(200);
        assertThat(says(labels.json())).isEmpty();
    }

    @Test
    void whoPrefersItIsToldByTheStatusThatAWriteWasRefused() {
        JsonNode wrong = tree("{'data':{'bad':{'featured':1}}}");

        JsonNode mild = world.bo()
                .http()
                .post(world.p() + "/content/posts", wrong)
                .is(200)
                .json();
        Reply strict = world.bo()
                .http()
                .with("Prefer", "return=minimal, handling=strict")
                .post(world.p() + "/content/posts", wrong)
                .is(422);

        assertThat(strict.json()).isEqualTo(mild);
        assertThat(strict.header("Preference-Applied")).isEqualTo("handling=strict");
        world.bo()
                .http()
                .with("Prefer", "handling=strict")
                .post(world.p() + "/content/posts", tree("{'data':{'good':{'title':'T'}}}"))
                .is(200);
    }

    private void strict(boolean wanted) {
        world.ada()
                .http()
                .patch(world.p() + "/config", Json.object().put("strict", wanted))
                .is(200);
    }

    private Reply save(String body) {
        return world.bo().http().post(world.p() + "/content/posts", tree(body)).is(200);
    }

    private static List<String> says(JsonNode answer) {
        return answer.at("/validation/errors")
                .valueStream()
                .map(error -> error.path("severity").asString() + " "
                        + error.path("field").asString() + ": "
                        + error.path("message").asString())
                .toList();
    }

    private static JsonNode tree(String quoted) {
        return Json.parse(quoted.replace('\'', '"'));
    }
}
