package cms.delivery.read;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.Events;
import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.OpenApiAnswers;
import cms.testing.RawConnection;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.Website;
import cms.testing.World;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Kept releases, what changed, queries and news, over HTTP. */
class ReleaseRoutesTest {
    private static final String HOME = "content/home/en.json";

    @TempDir
    Path folder;

    private TestApp app;
    private World world;
    private Website site;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        site = Website.of(world);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void theInterfaceOfAProjectNamesWhatIsDeliveredAndChangesWithItsModels() {
        Reply reply = site.get("openapi.json").is(200);
        OpenApiAnswers.documented(reply);
        JsonNode document = reply.json();
        assertThat(world.ada().http().get(world.p() + "/openapi.json").is(200).json())
                .isEqualTo(document);
        assertThat(document.at("/servers/0/url").asString() + "/").isEqualTo(site.root());
        assertThat(document.path("paths").propertyNames())
                .contains("/content/posts/{locale}.json", "/documents/guides/{slug}/{locale}.json", "/_manifest.json");
        for (String path : document.path("paths").propertyNames()) {
            if (!path.contains("{slug}")) {
                site.get(path.substring(1).replace("{locale}", "en")).is(200);
            }
        }
        site.http()
                .with("If-None-Match", reply.header("ETag"))
                .get(site.root() + "openapi.json")
                .is(304);

        world.ada()
                .http()
                .put(
                        world.p() + "/models/authors",
                        Json.parse(("{'name':'Authors','kind':'collection','domain':'blog','i18n':false,"
                                        + "'fields':{'name':'string','born':'integer'}}")
                                .replace('\'', '"')))
                .is(200);
        eventually(
                "the new member",
                () -> site.get("openapi.json")
                        .json()
                        .at("/components/schemas/Authors/properties/born/type")
                        .asString("")
                        .equals("integer"));
    }

    @Test
    void typesHaveATagOfTheirOwnSoThatABuildFetchesThemOnce() {
        Reply types = site.get("types.ts").is(200);
        OpenApiAnswers.documented(types);
        assertThat(types.header("Content-Type")).startsWith("text/typescript");
        assertThat(types.text())
                .isEqualTo(
                        world.ada().http().get(world.p() + "/types.ts").is(200).text());
        site.http()
                .with("If-None-Match", types.header("ETag"))
                .get(site.root() + "types.ts")
                .is(304);
    }

    @Test
    void aKeptReleaseIsServedUnderItsCommitForEver() {
        String before = site.commit();
        Reply old = site.get(HOME).is(200);
        String after = site.headline(world, "Fresh");
        Reply kept = site.get("@" + before + "/" + HOME).is(200);
        assertThat(kept.body()).isEqualTo(old.body());
        assertThat(kept.header("Cache-Control")).isEqualTo("private, immutable, max-age=31536000");
        assertThat(kept.header("ETag")).isEqualTo(old.header("ETag"));
        assertThat(kept.header("X-RateLimit-Remaining")).isNotEmpty();
        assertThat(site.get("@" + before + "/_manifest.json")
                        .json()
                        .get("commitSha")
                        .asString())
                .isEqualTo(before);
        assertThat(site.get("@" + after + "/" + HOME).is(200).text()).contains("Fresh");
        site.http()
                .with("If-None-Match", kept.header("ETag"))
                .get(site.root() + "@" + before + "/" + HOME)
                .is(304);
        assertThat(site.http()
                        .with("Range", "bytes=0-0")
                        .get(site.root() + "@" + before + "/" + HOME)
                        .is(206)
                        .text())
                .isEqualTo("{");
        // A list may stand in several lines; shown to fail before, when the first line counted alone.
        site.http()
                .with("If-None-Match", "\"other\"")
                .with("If-None-Match", kept.header("ETag"))
                .get(site.root() + "@" + before + "/" + HOME)
                .is(304);
        Reply beyond = site.http()
                .with("Range", "bytes=99999999999999999999-")
                .get(site.root() + "@" + before + "/" + HOME)
                .is(416);
        assertThat(beyond.header("Content-Range")).isEqualTo("bytes */" + old.body().length);
        assertThat(beyond.json().get("statusCode").asInt()).isEqualTo(416);
        site.get("@" + before + "/content/home/en").is(200);
        app.restart();
        assertThat(site.get("@" + before + "/" + HOME).is(200).body()).isEqualTo(old.body());
    }

    @Test
    void aKeptReleaseNeedsTheSameKey() {
        String commit = site.commit();
        String path = site.root() + "@" + commit + "/" + HOME;
        new Http(app.url()).get(path).is(401);
        site.http().get(path.replace(world.projectId(), "another")).is(403);
        site.get("@" + "0".repeat(40) + "/" + HOME).is(404);
        site.get("@abc/" + HOME).is(400);
        site.get("@" + commit + "/no/such.json").is(404);
        world.ada()
                .http()
                .patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", false))
                .is(200);
        site.get("@" + commit + "/" + HOME).is(403);
        world.ada().http().delete(world.p() + "/cdn/keys/" + site.keyId()).is(200);
        site.get("@" + commit + "/" + HOME).is(401);
    }

    @Test
    void whatChangedSinceAReleaseIsNamedByPath() {
        String before = site.commit();
        String after = site.headline(world, "Fresh");
        JsonNode changes = OpenApiAnswers.documented(
                        site.get("changes?since=" + before).is(200))
                .json();
        assertThat(changes.get("commitSha").asString()).isEqualTo(after);
        assertThat(changes.get("changed").toString())
                .contains("\"" + HOME + "\"", "\"_bundle/en.json\"", "\"_manifest.json\"")
                .doesNotContain("posts");
        assertThat(changes.get("added")).isEmpty();
        assertThat(changes.get("removed")).isEmpty();
        JsonNode back = site.get("changes?since=" + after).is(200).json();
        assertThat(back.get("changed")).isEmpty();
        site.get("changes?since=" + "0".repeat(40)).is(404);
        site.get("changes?since=main").is(400);
        site.get("changes").is(400);
        new Http(app.url()).get(site.root() + "changes?since=" + before).is(401);
    }

    /**
     * A client names its commit, and any release of that commit may be what it has: it would keep an entry that
     * appeared and expired by the clock. Shown to fail before: the answer compared with the first release, which lacks
     * it too.
     */
    @Test
    void whatAppearedAndExpiredWithinACommitIsRemovedWhicheverReleaseOfItAClientHas() {
        GitClient clone = cloned();
        clone.write(".cms/meta/home/en.json", """
                { "status": "published", "publish_at": "2026-11-02T08:20:00Z", "expire_at": "2026-11-02T08:40:00Z" }
                """);
        clone.commit("an offer for twenty minutes");
        clone.git("push", "--quiet");
        eventually("the entry waits", () -> site.get(HOME).status() == 404);
        String commit = site.commit();
        String since = "changes?since=" + commit;
        app.clock().advance(Duration.ofMinutes(21));
        eventually("the entry is there", () -> site.get(HOME).status() == 200);
        JsonNode appeared = site.get(since).is(200).json();
        assertThat(appeared.get("commitSha").asString()).isEqualTo(commit);
        assertThat(appeared.get("changed").toString()).contains("\"" + HOME + "\"", "\"_manifest.json\"");
        app.clock().advance(Duration.ofMinutes(21));
        eventually("the entry has ended", () -> site.get(HOME).status() == 404);
        assertThat(site.get(since).is(200).json().get("removed").toString()).contains("\"" + HOME + "\"");
        try (Events stream = site.http().events("GET", site.root() + "watch?since=" + commit, null)) {
            assertThat(stream.next().orElseThrow().get("commitSha").asString()).isEqualTo(commit);
        }

        clone.write("README.md", "The next commit.");
        clone.commit("what no release has");
        clone.git("push", "--quiet");
        eventually("the next commit", () -> !site.commit().equals(commit));
        assertThat(site.get(since).is(200).json().get("removed").toString()).contains("\"" + HOME + "\"");
        assertThat(site.get("changes?since=" + site.commit()).is(200).json().get("removed"))
                .isEmpty();
    }

    @Test
    void aWatcherHearsOfEachReleaseAndOfNoneAfterItsKeyIsRevoked() {
        try (Events stream = site.http().events("GET", site.root() + "watch", null)) {
            assertThat(stream.next().orElseThrow().get("commitSha").asString()).isEqualTo(site.commit());
            String next = site.headline(world, "Fresh");
            JsonNode event = stream.next().orElseThrow();
            assertThat(event.get("type").asString()).isEqualTo("release");
            assertThat(event.get("commitSha").asString()).isEqualTo(next);
            world.ada().http().delete(world.p() + "/cdn/keys/" + site.keyId()).is(200);
            world.bo()
                    .http()
                    .post(world.p() + "/content/home", Map.of("locale", "en", "data", Map.of("headline", "Later")))
                    .is(200);
            assertThat(stream.next()).isEmpty();
        }
        new Http(app.url()).get(site.root() + "watch").is(401);
    }

    /** The commit alone does not tell what a client has: by the clock the same commit becomes another release. */
    @Test
    void aClientThatComesBackHearsOfWhatAppearedByTheClockMeanwhile() {
        String id = site.get("content/posts/en.json")
                .json()
                .propertyNames()
                .iterator()
                .next();
        world.bo()
                .http()
                .patch(
                        world.p() + "/content/posts/schedule",
                        Map.of("locale", "en", "entryIds", List.of(id), "publish_at", "2026-11-02T09:00:00Z"))
                .is(200);
        eventually(
                "the entry waits",
                () -> !site.get("content/posts/en.json").text().contains(id));
        String commit = site.commit();
        app.clock().advance(Duration.ofHours(1));
        eventually(
                "the entry is there",
                () -> site.get("content/posts/en.json").text().contains(id));

        try (Events stream = site.http().events("GET", site.root() + "watch?since=" + commit, null)) {
            assertThat(stream.next().orElseThrow().get("commitSha").asString()).isEqualTo(commit);
        }
    }

    /** Its address is the one that it began with. Shown to fail before: {@code since} came first. */
    @Test
    void aClientThatComesBackHearsOfWhatFollowsTheLastEventThatItGot() {
        String begun = site.commit();
        String got = site.headline(world, "Heard of");
        Http back = site.http().with("Last-Event-ID", got);
        try (Events stream = back.events("GET", site.root() + "watch?since=" + begun, null)) {
            String next = site.headline(world, "News");
            assertThat(stream.next().orElseThrow().get("commitSha").asString()).isEqualTo(next);
        }
    }

    /** Shown to fail before: the commit was told to each client that came back. */
    @Test
    void aClientThatComesBackHearsNothingOfABuildInWhichNothingIsNew() {
        String commit = site.commit();
        String built = site.get("_manifest.json").json().get("builtAt").asString();
        app.clock().advance(Duration.ofSeconds(1));
        try (Events build = world.ada().http().events("POST", world.p() + "/cdn/builds/trigger", null)) {
            assertThat(build.rest().getLast().get("phase").asString()).isEqualTo("complete");
        }
        assertThat(site.get("_manifest.json").json().get("builtAt").asString()).isNotEqualTo(built);
        try (Events stream = site.http().events("GET", site.root() + "watch?since=" + commit, null)) {
            String next = site.headline(world, "News");
            assertThat(stream.next().orElseThrow().get("commitSha").asString()).isEqualTo(next);
        }
    }

    /**
     * Of 200 entries that all name each other there are 1.6 thousand million ways three relations long. Shown to fail
     * when each way is gone: the memory of the process is at its end before the answer is.
     */
    @Test
    void relationsThatNameEachOtherAreFollowedFromEachEntryOnce() {
        ArrayNode all = Json.object().putArray("ids");
        IntStream.range(0, 200).forEach(number -> all.add("%012x".formatted(number)));
        ObjectNode entries = Json.object();
        all.forEach(id -> entries.putObject(id.asString()).put("title", "T").set("also", all));
        GitClient clone = cloned();
        clone.write(".cms/models/web.json", """
                        { "id": "web", "name": "Web", "domain": "site", "i18n": false, "fields": {
                          "title": { "type": "string" }, "also": { "type": "relations", "model": "web" } } }
                        """).write(".cms/content/site/web/data.json", entries.toString());
        clone.commit("a web");
        clone.git("push", "--quiet");
        eventually("the web", () -> site.get("content/web/data.json").status() == 200);
        // The model states no kind and is a collection like any other that does not.
        JsonNode answer = site.get("query/web/en?limit=500&fields=title&include=also.also.also")
                .is(200)
                .json();
        assertThat(answer.get("total").asInt()).isEqualTo(200);
        assertThat(answer.at("/included/web").size()).isEqualTo(200);
    }

    private GitClient cloned() {
        return GitClient.clone(folder, world.ada(), world.repository());
    }

    /** Shown to fail when a failure goes past {@code BlockingReads.telling}. */
    @Test
    void aQueryThatIsRefusedTellsTheKeyWhatIsLeft() {
        int before = remaining(site.get("query/posts/en").is(200));
        Reply refused = site.get("query/posts/en?sort=nothing").is(400);
        assertThat(remaining(refused)).isEqualTo(before - 1);
        assertThat(refused.header("X-Cms-Key")).isNotEmpty();
        assertThat(refused.header("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(remaining(site.get("query/nothing/en?sort=nothing").is(404))).isEqualTo(before - 2);
        site.get("query/posts/en?filter=title:exists:maybe").is(400);
        assertThat(remaining(site.get("changes?since=main").is(400))).isEqualTo(before - 4);
        assertThat(remaining(site.get("watch?since=main").is(400))).isEqualTo(before - 5);
    }

    /** Shown to fail where the conditions are not counted: the query is one read like any other. */
    @Test
    void aQueryCountsForTheKeyByItsRowsAndConditions() {
        ObjectNode entries = Json.object();
        IntStream.range(0, 1_250)
                .forEach(number -> entries.putObject("%012x".formatted(number)).put("text", "t"));
        GitClient clone = cloned();
        clone.write(".cms/models/many.json", """
                        { "id": "many", "name": "Many", "kind": "collection", "domain": "site", "i18n": false,
                          "fields": { "text": { "type": "string" } } }
                        """).write(".cms/content/site/many/data.json", entries.toString());
        clone.commit("many entries");
        clone.git("push", "--quiet");
        eventually("the entries", () -> site.get("content/many/data.json").status() == 200);
        String conditions = "filter=text:eq:t&".repeat(20);
        int before = remaining(site.get("query/many/data?limit=1").is(200));
        int after = remaining(site.get("query/many/data?limit=1&" + conditions).is(200));
        assertThat(after).isEqualTo(before - 2);
        // One condition less with each row is less than what counts as another read.
        String fewer = "filter=text:eq:t&".repeat(19);
        assertThat(remaining(site.get("query/many/data?limit=1&" + fewer).is(200)))
                .isEqualTo(after - 1);
    }

    private static int remaining(Reply reply) {
        return Integer.parseInt(reply.header("X-RateLimit-Remaining"));
    }

    @Test
    void aQueryFiltersSortsAndChooses() {
        JsonNode all =
                OpenApiAnswers.documented(site.get("query/posts/en").is(200)).json();
        assertThat(all.get("total").asInt()).isEqualTo(all.get("items").size()).isGreaterThan(1);
        JsonNode delivered = site.get("content/posts/en.json").json();
        all.get("items")
                .forEach(item -> assertThat(item.get("data"))
                        .isEqualTo(delivered.get(item.get("id").asString())));
        List<String> titles = titles(site.get("query/posts/en?sort=title").json());
        assertThat(titles).isSorted();
        assertThat(titles(site.get("query/posts/en?sort=-title").json())).isEqualTo(titles.reversed());
        String one = titles.getFirst();
        assertThat(titles(site.get("query/posts/en?filter=" + encode("title:eq:" + one))
                        .json()))
                .containsExactly(one);
        assertThat(titles(site.get("query/posts/en?filter=" + encode("title:ne:" + one))
                        .json()))
                .hasSize(titles.size() - 1)
                .doesNotContain(one);
        JsonNode chosen = site.get("query/posts/en?fields=title&limit=1").json();
        assertThat(chosen.get("items").get(0).get("data").propertyNames()).containsExactly("title");
        String tag = site.get("query/posts/en?sort=title").header("ETag");
        site.http()
                .with("If-None-Match", tag)
                .get(site.root() + "query/posts/en?sort=title")
                .is(304);
    }

    /** Shown to fail before: every number counted as less than any word. */
    @Test
    void aNumberIsNeitherLessNorMoreThanAWord() {
        GitClient clone = cloned();
        clone.write(".cms/models/ranks.json", """
                        { "id": "ranks", "name": "Ranks", "kind": "collection", "domain": "site", "i18n": false,
                          "fields": { "rank": { "type": "number" } } }
                        """).write(".cms/content/site/ranks/data.json", """
                        { "a": { "rank": -5 }, "b": { "rank": 2.0 }, "c": {} }
                        """);
        clone.commit("ranks");
        clone.git("push", "--quiet");
        eventually("the ranks", () -> site.get("content/ranks/data.json").status() == 200);
        Map.of(
                        "lt:word",
                        "",
                        "gte:word",
                        "",
                        "in:word,2",
                        "b",
                        "ne:word",
                        "abc",
                        "lte:2",
                        "ab",
                        "gt:-5.0",
                        "b",
                        "in:,",
                        "")
                .forEach((condition, ids) -> {
                    StringBuilder found = new StringBuilder();
                    site.get("query/ranks/data?filter=rank:" + condition)
                            .is(200)
                            .json()
                            .get("items")
                            .forEach(item -> found.append(item.get("id").asString()));
                    assertThat(found.toString()).as(condition).isEqualTo(ids);
                });
    }

    @Test
    void aQueryIsReadInPages() {
        List<String> all = titles(site.get("query/posts/en?sort=-title").json());
        List<String> paged = new ArrayList<>();
        String cursor = "";
        for (int page = 0; page <= all.size() && cursor != null; page++) {
            JsonNode answer = site.get("query/posts/en?sort=-title&limit=1" + cursor)
                    .is(200)
                    .json();
            paged.addAll(titles(answer));
            assertThat(answer.get("total").asInt()).isEqualTo(all.size());
            cursor = answer.get("nextCursor").isNull()
                    ? null
                    : "&cursor=" + answer.get("nextCursor").asString();
        }
        assertThat(paged).isEqualTo(all);
    }

    /** Shown to fail before: a cursor was handed out that was then refused for its length. */
    @Test
    void aQueryIsReadInPagesByTextsOfAnyLength() {
        ObjectNode entries = Json.object();
        String same = "\ud83d\ude00".repeat(3_000);
        List<String> order = List.of("d", "b", "a", "e", "c");
        order.forEach(id -> entries.putObject(id).put("text", same + order.indexOf(id)));
        GitClient clone = cloned();
        clone.write(".cms/models/long.json", """
                        { "id": "long", "name": "Long", "kind": "collection", "domain": "site", "i18n": false,
                          "fields": { "text": { "type": "text" } } }
                        """).write(".cms/content/site/long/data.json", entries.toString());
        clone.commit("long texts");
        clone.git("push", "--quiet");
        eventually("the texts", () -> site.get("content/long/data.json").status() == 200);
        List<String> paged = new ArrayList<>();
        String cursor = "";
        for (int page = 0; page <= order.size() && cursor != null; page++) {
            JsonNode answer = site.get("query/long/data?sort=text&limit=1" + cursor)
                    .is(200)
                    .json();
            answer.get("items").forEach(item -> paged.add(item.get("id").asString()));
            JsonNode next = answer.get("nextCursor");
            cursor = next.isNull() ? null : "&cursor=" + next.asString();
        }
        assertThat(paged).isEqualTo(order);
    }

    @Test
    void aQueryFollowsRelationsAndFallsBackToOtherLocales() {
        JsonNode posts =
                site.get("query/posts/en?include=author,categories").is(200).json();
        String author = posts.at("/items/0/data/author").asString();
        assertThat(author).isNotEmpty();
        assertThat(posts.get("included").get("authors").get(author))
                .isEqualTo(site.get("content/authors/data.json").json().get(author));
        JsonNode fallback = site.get("query/posts/fr?fallback=de,en").is(200).json();
        assertThat(fallback.get("total").asInt())
                .isEqualTo(site.get("query/posts/en").json().get("total").asInt());
        assertThat(fallback.at("/items/0/locale").asString()).isIn("de", "en");
        assertThat(site.get("query/guides/en")
                        .is(200)
                        .json()
                        .at("/items/0/data/slug")
                        .asString())
                .isNotEmpty();
    }

    /** Shown to fail before: nothing was included, as the list was taken for several targets. */
    @Test
    void aQueryFollowsARelationWhoseOneTargetStandsInAList() {
        String author = site.get("content/authors/data.json")
                .json()
                .propertyNames()
                .iterator()
                .next();
        GitClient clone = cloned();
        clone.write(".cms/models/books.json", """
                        { "id": "books", "name": "Books", "kind": "collection", "domain": "site", "i18n": false,
                          "fields": { "author": { "type": "relation", "model": ["authors"] } } }
                        """)
                .write(".cms/content/site/books/data.json", "{ \"b1\": { \"author\": \"" + author + "\" } }");
        clone.commit("books");
        clone.git("push", "--quiet");
        eventually("the books", () -> site.get("content/books/data.json").status() == 200);
        assertThat(site.get("query/books/data?include=author")
                        .is(200)
                        .json()
                        .at("/included/authors")
                        .has(author))
                .isTrue();
    }

    /** Shown to fail without the look at the names. */
    @Test
    void aNameThatNothingIsCalledByIsRefusedWithThoseThatAreAllowed() {
        for (String words :
                List.of("filter=titel:eq:x", "sort=titel", "sort=-titel", "fields=title,titel", "sort=titel.x")) {
            Reply refused = OpenApiAnswers.documented(
                    site.get("query/posts/en?" + words).is(400));
            assertThat(refused.json().get("message").asString())
                    .as(words)
                    .contains("`titel", "`" + words.substring(0, words.indexOf('=')) + "`", "author", "title");
        }
        for (String words : List.of("include=titel", "include=title", "include=author.titel")) {
            Reply refused = site.get("query/posts/en?" + words).is(400);
            assertThat(refused.json().get("message").asString()).as(words).contains("`include`", "Allowed: ");
        }
        assertThat(site.get("query/posts/en?include=titel")
                        .json()
                        .get("message")
                        .asString())
                .contains("author, categories");
        site.get("query/guides/en?sort=slug&fields=slug,excerpt").is(200);
        site.get("query/posts/en?fields=title.any&sort=author").is(200);
    }

    @Test
    void aMalformedQueryIsRefusedWithASentence() {
        for (String words : List.of(
                "filter=title",
                "filter=title:is:x",
                "filter=:eq:x",
                "limit=0",
                "limit=501",
                "limit=x",
                "cursor=%21",
                "cursor=e30",
                "sort=a%20b",
                "include=a.b.c.d",
                "fields=..",
                "fallback=%2e%2e")) {
            Reply refused = site.get("query/posts/en?" + words).is(400);
            assertThat(refused.json().get("message").asString()).as(words).isNotBlank();
        }
        site.get("query/posts/en?filter=title:eq:100e2147483647").is(200); // no number that can be held, so a text
        site.get("query/nothing/en").is(404);
        site.get("query/posts/xx").is(404);
        site.get("query/..%2fposts/en").is(400);
    }

    /** Shown to fail before: the condition was dropped, and what it was to leave out was there. */
    @Test
    void aConditionThatCannotBeDecodedIsRefused() {
        String key = world.ada()
                .http()
                .post(world.p() + "/cdn/keys", Map.of("name", "another"))
                .json()
                .get("key")
                .asString();
        for (String words : List.of("filter=title:contains:50%", "filter=title:eq:%zz", "limit=%1")) {
            try (RawConnection connection = new RawConnection(app.url().getPort())) {
                RawConnection.Reply refused = connection
                        .send("GET " + site.root() + "query/posts/en?" + words + " HTTP/1.1\r\nHost: localhost\r\n"
                                + "Authorization: Bearer " + key + "\r\n\r\n")
                        .read();
                assertThat(refused.status()).as(words).isEqualTo(400);
                assertThat(refused.body()).as(words).contains("%25");
            }
        }
    }

    private static List<String> titles(JsonNode page) {
        List<String> titles = new ArrayList<>();
        page.get("items").forEach(item -> titles.add(item.at("/data/title").asString()));
        return titles;
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
