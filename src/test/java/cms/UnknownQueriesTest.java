package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Events;
import cms.testing.Http;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A condition that nobody knows is refused: ignored, it gave everything. */
@Tag("scenario")
class UnknownQueriesTest {
    private static TestApp app;
    private static World world;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/brain/sync?filter[title]=First | filter[title] | model, locale, fields, at",
                "/brain/changes?after=1 | after | since, tag",
                "/search?q=a&per_page=1 | per_page | q, model, locale, at, limit",
                "/history?page=2 | page | model, entry, locale, from, at, limit",
                "/activity?per_page=1 | per_page | page, limit, action, sort"
            })
    void theAnswerNamesItAndThoseThatExist(String path, String wrong, String known) {
        String message = world.ada()
                .http()
                .get(world.p() + path.replace("[", "%5B").replace("]", "%5D"))
                .is(400)
                .json()
                .path("message")
                .asString();
        assertThat(message).isEqualTo("There is no query parameter `" + wrong + "` here; there are " + known + ".");
    }

    @Test
    void aReaderOfEntriesIsToldTooAndFilesGoOnIgnoringThem() {
        world.ada()
                .http()
                .patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true))
                .is(200);
        String key = world.ada()
                .http()
                .post(world.p() + "/cdn/keys", Map.of("name", "site"))
                .is(200)
                .json()
                .path("key")
                .asString();
        try (Events build = world.ada().http().events("POST", world.p() + "/cdn/builds/trigger", null)) {
            build.rest();
        }
        String project = world.p().substring(world.p().lastIndexOf('/') + 1);
        Http site = new Http(app.url()).bearer(key);
        String query = "/api/cdn/v1/" + project + "/query/posts/en";

        assertThat(site.get(query + "?page=2&per_page=1").is(400).text())
                .contains("no query parameter `page`", "filter, sort, fields, limit, cursor, include, fallback");
        site.get(query + "?limit=1").is(200);
        site.get("/api/cdn/v1/" + project + "/_manifest.json?v=17").is(200);
    }
}
