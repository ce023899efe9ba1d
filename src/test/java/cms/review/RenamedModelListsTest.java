package cms.review;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Lists of models that say what somebody may see, or hears of, follow a model to its new id. */
@Tag("rows")
class RenamedModelListsTest {
    private static final String RENAMED = "{'id':'authors','newId':'writers','name':'Writers','kind':'collection',"
            + "'domain':'blog','i18n':false,'fields':{'name':{'type':'string','required':true}}}";

    private TestApp app;
    private World world;
    private Reviewing review;
    private Http ada;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        review = new Reviewing(world);
        ada = world.ada().http();
    }

    @AfterEach
    void stop() {
        app.close();
    }

    /** Shown to fail before: who could see the model alone saw nothing any more. */
    @Test
    void membersKeysAndReceiversFollowAModelWhoseChangeIsMerged() {
        List<String> both = List.of("authors", "posts");
        ada.post(
                        world.p() + "/members",
                        Map.of("userId", world.dee().id(), "role", "viewer", "allowedModels", List.of("authors")))
                .is(200);
        world.narrow(world.bo(), "editor", "authors", "posts");
        String key = "/conversation-keys";
        ada.post(world.p() + key, Map.of("name", "robot", "allowedModels", both, "allowedLocales", List.of("en")))
                .is(200);
        ada.post(world.p() + key, Map.of("name", "other", "allowedModels", List.of("posts")))
                .is(200);
        ada.post(
                        world.p() + "/webhooks",
                        Map.of(
                                "name",
                                "site",
                                "url",
                                "https://example.com/",
                                "events",
                                List.of("model.saved"),
                                "models",
                                both))
                .is(200);
        assertThat(models()).isEqualTo(List.of("authors"));

        review.begin();
        String branch = review.put("authors", RENAMED);
        assertThat(models()).as("a change that waits renames nothing").isEqualTo(List.of("authors"));
        review.merge(branch, null).is(200);

        eventually("who may see the model sees it", () -> models().equals(List.of("writers")));
        world.bo().http().get(world.p() + "/content/writers").is(200);
        world.bo().http().get(world.p() + "/content/posts").is(200);
        JsonNode keys = ada.get(world.p() + key).is(200).json();
        assertThat(keys.valueStream().map(row -> row.get("allowedModels").toString()))
                .containsExactlyInAnyOrder("[\"writers\",\"posts\"]", "[\"posts\"]");
        assertThat(keys.valueStream().map(row -> row.get("allowedLocales").toString()))
                .as("nothing else of a key changes")
                .containsExactlyInAnyOrder("[\"en\"]", "[]");
        assertThat(ada.get(world.p() + "/webhooks")
                        .is(200)
                        .json()
                        .at("/0/models")
                        .toString())
                .isEqualTo("[\"writers\",\"posts\"]");
    }

    /** Shown to fail where the news of a rename are told before lists follow it. */
    @Test
    void aReceiverHearsOfTheRenameOfItsModel() {
        String hook = world.p() + "/webhooks/"
                + ada.post(
                                world.p() + "/webhooks",
                                Map.of(
                                        "name",
                                        "site",
                                        "url",
                                        "https://example.com/",
                                        "events",
                                        List.of("model.saved"),
                                        "models",
                                        List.of("authors")))
                        .is(200)
                        .json()
                        .get("id")
                        .asString();
        review.put("authors", RENAMED);
        eventually(
                "it is told",
                () -> ada.get(hook + "/deliveries").is(200).json().get("total").asInt() == 1);
    }

    /** The models that dee sees. */
    private List<String> models() {
        return world.dee()
                .http()
                .get(world.p() + "/brain/sync")
                .is(200)
                .json()
                .get("models")
                .valueStream()
                .map(model -> model.get("id").asString())
                .toList();
    }
}
