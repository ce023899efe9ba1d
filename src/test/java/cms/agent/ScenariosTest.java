package cms.agent;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Person;
import cms.testing.Reply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * What people ask for, told by what the repository, the rows and the events are afterwards, never by words. Those of
 * the thirty scenarios that have no test of their own elsewhere in this package.
 */
class ScenariosTest {
    private final Chat chat = new Chat();

    @AfterEach
    void stop() {
        assertThat(chat.models.violations()).isEmpty();
        chat.close();
    }

    private JsonNode sync() {
        return chat.world.ada().http().get(chat.path("/brain/sync")).is(200).json();
    }

    private JsonNode content(String key) {
        return sync().path("content").path(key);
    }

    private int landings() {
        return chat.world
                .ada()
                .http()
                .get(chat.path("/history?limit=100"))
                .is(200)
                .json()
                .get("history")
                .size();
    }

    private List<String> posts() {
        return List.copyOf(chat.posts().propertyNames());
    }

    private List<JsonNode> calls(Person who, String tool, Map<String, Object> input, Object... more) {
        chat.models.calls(tool, input).says("Done.");
        return chat.ask(who, "Do it", more);
    }

    private JsonNode does(Person who, String tool, Map<String, Object> input) {
        return Chat.results(calls(who, tool, input)).getFirst();
    }

    private Reply confirms(String code, String conversationId) {
        return chat.refused(
                chat.world.ada(),
                Map.of(
                        "confirm",
                        Map.of("code", code, "approve", true),
                        "conversationId",
                        conversationId,
                        "context",
                        Chat.LOOKING_AT_POSTS));
    }

    private void review() {
        chat.world
                .ada()
                .http()
                .patch(chat.path("/config"), Map.of("workflow", "review"))
                .is(200);
    }

    @Test
    void oneFieldIsMendedAndEverythingElseOfTheEntryStays() {
        String id = posts().getFirst();
        Map<String, JsonNode> before = new TreeMap<>();
        chat.posts().get(id).properties().forEach(field -> before.put(field.getKey(), field.getValue()));
        does(chat.world.bo(), "save_content", Map.of("model", "posts", "data", Map.of(id, Map.of("title", "Mended"))));
        Map<String, JsonNode> after = new TreeMap<>();
        chat.posts().get(id).properties().forEach(field -> after.put(field.getKey(), field.getValue()));
        assertThat(after.remove("title").asString()).isEqualTo("Mended");
        before.remove("title");
        assertThat(after).isEqualTo(before);
    }

    @Test
    void anAuthorAndAPostOfOneMessageWaitOnOneChangeAndLandTogether() {
        review();
        chat.models
                .calls("save_content", Map.of("model", "authors", "data", Map.of("new-1", Map.of("name", "Fay"))))
                .calls("save_content", Map.of("model", "posts", "data", Map.of("new-1", Map.of("title", "By Fay"))))
                .says("Both wait.");
        List<JsonNode> results = Chat.results(chat.ask(chat.world.bo(), "Fay and her post"));
        assertThat(results.stream()
                        .map(result -> result.get("branch").asString())
                        .distinct())
                .hasSize(1);
        assertThat(Json.text(sync())).doesNotContain("By Fay");
        String branch = results.getFirst().get("branch").asString();
        assertThat(does(chat.world.bo(), "merge_branch", Map.of("branch", branch))
                        .get("code")
                        .asString())
                .isEqualTo("not_allowed");
        JsonNode done =
                calls(chat.world.cy(), "merge_branch", Map.of("branch", branch)).getLast();
        assertThat(done.at("/affected/snapshotChanged").asBoolean()).isTrue();
        assertThat(done.at("/affected/branchesChanged").asBoolean()).isTrue();
        assertThat(Json.text(sync())).contains("By Fay", "\"Fay\"");
    }

    @Test
    void threeAreArchivedInOneCommitThatTellsWhatTheyWere() {
        List<String> three = posts().subList(0, 3);
        int before = landings();
        JsonNode result = does(
                chat.world.bo(),
                "update_status",
                Map.of("model", "posts", "entryIds", three, "status", "archived", "locale", "en"));
        assertThat(landings()).isEqualTo(before + 1);
        assertThat(result.get("updated").valueStream().map(one -> one.get("to").asString()))
                .containsExactly("archived", "archived", "archived");
        JsonNode meta = sync().at("/meta/posts:en");
        three.forEach(id -> assertThat(meta.at("/" + id + "/status").asString()).isEqualTo("archived"));
    }

    @Test
    void aSaveMaySayWhichStatusAllOfItHasInTheSameCommit() {
        Person bo = chat.world.bo();
        Map<String, Object> save = new HashMap<>(
                Map.of("model", "posts", "data", Map.of("00000000aaaa", Map.of("title", "Live at once"))));
        save.put("status", "published");
        chat.models.calls("save_content", save).says("Saved.");
        chat.ask(bo, "Publish it");
        String history = "/history?model=posts&entry=00000000aaaa";
        assertThat(status("00000000aaaa")).isEqualTo("published");
        assertThat(bo.http().get(chat.path(history)).is(200).json().get("history"))
                .hasSize(1);
        save.put("status", "archived");
        chat.models.calls("save_content", save).says("Saved.");
        chat.ask(bo, "The same, archived");
        assertThat(status("00000000aaaa")).isEqualTo("archived");
        save.put("status", "rejected");
        chat.models.calls("save_content", save).says("No.");
        assertThat(Chat.results(chat.ask(bo, "Reject it"))
                        .getFirst()
                        .get("code")
                        .asString())
                .isEqualTo("invalid_input");
    }

    private String status(String post) {
        return chat.world
                .ada()
                .http()
                .get(chat.path("/brain/sync"))
                .is(200)
                .json()
                .path("meta")
                .path("posts:en")
                .path(post)
                .path("status")
                .asString("");
    }

    @Test
    void aPostIsTranslatedAndTheOriginalStays() {
        String id = posts().getFirst();
        String before = chat.posts().at("/" + id + "/title").asString();
        does(
                chat.world.bo(),
                "save_content",
                Map.of("model", "posts", "locale", "de", "data", Map.of(id, Map.of("title", "Auf Deutsch"))));
        assertThat(content("posts:de").at("/" + id + "/title").asString()).isEqualTo("Auf Deutsch");
        assertThat(chat.posts().at("/" + id + "/title").asString()).isEqualTo(before);
    }

    @Test
    void aNewLocaleIsFilledOnceAndNeverOverwritten() {
        does(chat.world.ada(), "add_locale", Map.of("locale", "fr"));
        Map<String, Object> copy = Map.of("model", "posts", "from", "en", "to", "fr");
        does(chat.world.bo(), "copy_locale", copy);
        assertThat(content("posts:fr").propertyNames()).containsExactlyElementsOf(posts());
        assertThat(Chat.results(calls(chat.world.bo(), "copy_locale", copy))
                        .getFirst()
                        .has("error"))
                .isTrue();
    }

    @Test
    void aModelAndItsFirstEntriesAreOneTurn() {
        Map<String, Object> model = Map.of(
                "id", "events",
                "name", "Events",
                "kind", "collection",
                "domain", "blog",
                "i18n", false,
                "fields", Map.of("title", Map.of("type", "string", "required", true), "on", Map.of("type", "date")));
        chat.models
                .calls("save_model", model)
                .calls(
                        "save_content",
                        Map.of(
                                "model",
                                "events",
                                "data",
                                Map.of("new-1", Map.of("title", "Fair"), "new-2", Map.of("title", "Feast"))))
                .says("Done.");
        List<JsonNode> events = chat.ask(chat.world.ada(), "Events, please");
        assertThat(Chat.results(events)).noneMatch(result -> result.has("error"));
        assertThat(Json.text(content("events:en"))).contains("Fair", "Feast");
        assertThat(events.getLast().at("/affected/models/0").asString()).isEqualTo("events");
    }

    @Test
    void aFieldThatEntriesUseIsRetypedOnlyWithItsCode() {
        Map<String, Object> retyped = Map.of(
                "id", "posts",
                "name", "Posts",
                "kind", "collection",
                "domain", "blog",
                "fields", Map.of("title", Map.of("type", "integer", "required", true)));
        List<JsonNode> events = calls(chat.world.ada(), "save_model", retyped);
        JsonNode parked = Chat.results(events).getFirst();
        assertThat(parked.get("status").asString()).isEqualTo("confirmation_required");
        assertThat(parked.at("/confirmation/impact/breaks")).isNotEmpty();
        assertThat(posts()).isNotEmpty();
        String id = Chat.conversation(events);
        confirms("ZZZZZZ", id).is(404);
        String code = parked.at("/confirmation/code").asString();
        confirms(code, id).is(200);
        assertThat(Json.text(sync().get("models"))).contains("\"title\":{\"required\":true,\"type\":\"integer\"");
    }

    @Test
    void aModelThatAnotherOnePointsToIsNotDeletedEvenWithACode() {
        List<JsonNode> events = calls(chat.world.ada(), "delete_model", Map.of("model", "authors"));
        JsonNode first = Chat.results(events).getFirst();
        if (first.has("confirmation")) {
            confirms(first.at("/confirmation/code").asString(), Chat.conversation(events))
                    .is(200);
        }
        assertThat(sync().get("models")
                        .valueStream()
                        .map(model -> model.get("id").asString()))
                .contains("authors");
        assertThat(content("authors:en")).isNotEmpty();
    }

    @Test
    void fortyAreDeletedWithOneCodeAndAreAllBackAfterUndo() {
        Map<String, Object> entries = new TreeMap<>();
        for (int n = 1; n <= 40; n++) {
            entries.put(String.format("%012x", n), Map.of("title", "Post " + n));
        }
        chat.world
                .bo()
                .http()
                .post(chat.path("/content/posts"), Map.of("data", entries))
                .is(200);
        List<String> all = posts();
        Map<String, Object> those =
                Map.of("model", "posts", "entryIds", new ArrayList<>(entries.keySet()), "locale", "en");
        List<JsonNode> events = calls(chat.world.ada(), "delete_content", those);
        String id = Chat.conversation(events);
        assertThat(posts()).isEqualTo(all);
        confirms(Chat.results(events).getFirst().at("/confirmation/code").asString(), id)
                .is(200);
        assertThat(posts()).doesNotContainAnyElementsOf(entries.keySet());
        JsonNode undone = chat.world
                .ada()
                .http()
                .post(chat.path("/conversations/" + id + "/undo"), Map.of("scope", "turn"))
                .is(200)
                .json();
        assertThat(undone.get("reverted").asInt()).isEqualTo(1);
        assertThat(undone.get("skipped")).isEmpty();
        assertThat(posts()).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void twoPeopleMendTwoFieldsOfOneEntryAndBothStay() {
        review();
        String id = posts().getFirst();
        List<JsonNode> mine = calls(
                chat.world.bo(),
                "save_content",
                Map.of("model", "posts", "data", Map.of(id, Map.of("title", "From the agent"))));
        JsonNode hers = chat.world
                .ada()
                .http()
                .post(chat.path("/content/posts"), Map.of("data", Map.of(id, Map.of("excerpt", "From ada"))))
                .is(200)
                .json();
        for (JsonNode change : List.of(hers, Chat.results(mine).getFirst())) {
            JsonNode landed = does(
                    chat.world.cy(),
                    "merge_branch",
                    Map.of("branch", change.get("branch").asString()));
            assertThat(landed.get("merged").asBoolean()).isTrue();
        }
        assertThat(chat.posts().at("/" + id + "/title").asString()).isEqualTo("From the agent");
        assertThat(chat.posts().at("/" + id + "/excerpt").asString()).isEqualTo("From ada");
    }

    @Test
    void twoPeopleMendOneFieldAndTheSecondIsToldAndOverwritesNothing() {
        review();
        String id = posts().getFirst();
        List<JsonNode> mine = calls(
                chat.world.bo(),
                "save_content",
                Map.of("model", "posts", "data", Map.of(id, Map.of("title", "From the agent"))));
        JsonNode hers = chat.world
                .ada()
                .http()
                .post(chat.path("/content/posts"), Map.of("data", Map.of(id, Map.of("title", "From ada"))))
                .is(200)
                .json();
        Map<String, Object> first = Map.of("branch", hers.get("branch").asString());
        assertThat(does(chat.world.cy(), "merge_branch", first).get("merged").asBoolean())
                .isTrue();
        String branch = Chat.results(mine).getFirst().get("branch").asString();
        JsonNode refused = does(chat.world.cy(), "merge_branch", Map.of("branch", branch));
        assertThat(refused.get("code").asString()).as(refused.toString()).isEqualTo("conflict");
        assertThat(chat.posts().at("/" + id + "/title").asString()).isEqualTo("From ada");
        assertThat(Json.text(does(chat.world.cy(), "list_branches", Map.of()))).contains(branch);
    }
}
