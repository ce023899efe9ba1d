package cms.media;

import static org.assertj.core.api.Assertions.assertThat;

import cms.access.AllowedLocales;
import cms.access.KeyRole;
import cms.project.AllowedModels;
import cms.project.ProjectAccess;
import cms.testing.Form;
import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.TestApp;
import cms.testing.World;
import java.awt.Color;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Where content uses an asset: fields of every type, nested, in every locale and branch, however it was written. */
@Tag("large")
@Timeout(240)
class WhereUsedTest {
    private static final String MODEL = """
            {
              "domain": "site",
              "fields": {
                "shots": { "items": { "fields": { "picture": { "type": "image" } }, "type": "object" }, "type": "array" },
                "text": { "type": "markdown" },
                "title": { "required": true, "type": "string" }
              },
              "i18n": true,
              "id": "gallery",
              "kind": "collection",
              "name": "Gallery"
            }
            """;
    private static final String CHANGE = "cr/content/gallery/de/1-abcd";

    @TempDir
    private Path folder;

    @Test
    void everyPlaceIsNamedAfterPushesChangesAndMerges() {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            Http ada = world.ada().http();
            String media = world.p() + "/media";
            JsonNode asset = Form.of("a.png", Drawn.halves("png", 30, 20, Color.RED, Color.BLUE))
                    .post(ada, media)
                    .is(201)
                    .json();
            String id = asset.get("id").asString();
            String path = asset.get("originalPath").asString();
            GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
            clone.write(".cms/models/gallery.json", MODEL)
                    .write(".cms/content/site/gallery/en.json", """
                        {
                          "aaaabbbbcccc": {
                            "shots": [{ "picture": "%s" }, { "picture": "media/original/none.webp" }],
                            "text": "No picture.",
                            "title": "Nested"
                          }
                        }
                        """.formatted(path))
                    .write(".cms/content/site/gallery/de.json", """
                        {
                          "aaaabbbbcccc": {
                            "text": "Vorher ![rot](/media/card/%s.webp) nachher",
                            "title": "In Markdown"
                          }
                        }
                        """.formatted(id))
                    .write(
                            ".cms/content/blog/guides/reading-a-map/en.md",
                            "---\ntitle: Reading a map\n---\n\n<img src=\"%s\">\n"
                                    .formatted(asset.get("url").asString()));
            clone.commit("by hand");
            clone.git("push", "--quiet");
            List<String> pushed = List.of(
                    "gallery aaaabbbbcccc shots[0].picture en cms",
                    "gallery aaaabbbbcccc text de cms",
                    "guides reading-a-map body en cms");
            assertThat(uses(ada, media, id)).containsExactlyInAnyOrderElementsOf(pushed);

            clone.git("checkout", "--quiet", "-b", CHANGE);
            clone.write(".cms/content/site/gallery/fr.json", """
                    {
                      "aaaabbbbcccc": {
                        "text": "![rouge](%s)",
                        "title": "Ouvert"
                      }
                    }
                    """.formatted(path))
                    .commit("an open change");
            clone.git("push", "--quiet", "origin", CHANGE);
            assertThat(uses(ada, media, id))
                    .hasSize(4)
                    .containsAll(pushed)
                    .contains("gallery aaaabbbbcccc text fr " + CHANGE);

            ada.post(world.p() + "/branches/" + CHANGE.replace("/", "%2F") + "/merge", Map.of())
                    .is(200);
            assertThat(uses(ada, media, id))
                    .hasSize(4)
                    .containsAll(pushed)
                    .contains("gallery aaaabbbbcccc text fr cms");
            ProjectAccess german = app.doors()
                    .projects()
                    .access()
                    .ofKey(
                            app.doors().projects().find(world.projectId()).orElseThrow(),
                            KeyRole.EDITOR,
                            AllowedModels.all(),
                            AllowedLocales.only(List.of("de")));
            Media seen = app.doors().media();
            assertThat(seen.json(german, seen.asset(german, id)).get("usedIn"))
                    .extracting(use -> use.get("locale").asString(""))
                    .containsExactly("de");
            assertThat(seen.countUses(german, id)).isEqualTo(1);
            world.narrow(world.bo(), "editor", "guides");
            assertThat(uses(world.bo().http(), media, id)).containsExactly("guides reading-a-map body en cms");
            JsonNode refused = world.bo()
                    .http()
                    .delete(media + "/" + id + "?force=true")
                    .is(409)
                    .json();
            assertThat(refused.at("/data/usedIn")).hasSize(1);
            assertThat(refused.get("message").asString()).startsWith("Content that you do not see uses this asset");
            ada.delete(media + "/" + id + "?force=true").is(200);
        }
    }

    @Test
    void aTextThatNamesThousandsOfAssetsUsesItsFirstThousand() throws SQLException {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            Http ada = world.ada().http();
            String media = world.p() + "/media";
            JsonNode first = Form.of("a.png", Drawn.halves("png", 30, 20, Color.RED, Color.BLUE))
                    .post(ada, media)
                    .is(201)
                    .json();
            JsonNode last = Form.of("b.png", Drawn.halves("png", 30, 20, Color.RED, Color.GREEN))
                    .post(ada, media)
                    .is(201)
                    .json();
            String others = IntStream.range(0, 1_500)
                    .mapToObj("media/a/%08x-0000-0000-0000-000000000000.ab "::formatted)
                    .collect(Collectors.joining());
            String text = first.get("originalPath").asString() + " " + others
                    + last.get("originalPath").asString();
            GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
            clone.write(".cms/models/gallery.json", MODEL)
                    .write(".cms/content/site/gallery/en.json", """
                        { "aaaabbbbcccc": { "text": "%s", "title": "Many" } }
                        """.formatted(text))
                    .commit("by hand");
            clone.git("push", "--quiet");
            List<String> named = List.of("gallery aaaabbbbcccc text en cms");
            assertThat(uses(ada, media, first.get("id").asString())).isEqualTo(named);
            assertThat(uses(ada, media, last.get("id").asString())).isEmpty();

            clone.write(".cms/models/gallery.json", MODEL.replace("\"Gallery\"", "\"Pictures\""))
                    .write(".cms/content/site/gallery/en.json", """
                        { "aaaabbbbcccc": { "text": "%s", "title": "Few" } }
                        """.formatted(
                                    last.get("originalPath").asString()))
                    .commit("the model and the text");
            clone.git("push", "--quiet");
            assertThat(uses(ada, media, first.get("id").asString())).isEmpty();
            assertThat(uses(ada, media, last.get("id").asString())).isEqualTo(named);
            assertThat(rows(app)).as("nothing is left of what is named no more").isEqualTo(1);

            clone.git("rm", "--quiet", "-r", ".cms/content/site/gallery", ".cms/models/gallery.json");
            clone.commit("without the model");
            clone.git("push", "--quiet");
            assertThat(uses(ada, media, last.get("id").asString())).isEmpty();
            assertThat(rows(app)).isZero();
        }
    }

    private static long rows(TestApp app) throws SQLException {
        try (Connection rows = app.rows();
                ResultSet found = rows.createStatement().executeQuery("SELECT COUNT(*) FROM media_uses")) {
            found.next();
            return found.getLong(1);
        }
    }

    private static List<String> uses(Http http, String media, String id) {
        return http.get(media + "/" + id)
                .is(200)
                .json()
                .get("usedIn")
                .valueStream()
                .map(use -> String.join(
                        " ",
                        use.get("modelId").asString(),
                        use.get("entryId").asString(),
                        use.get("fieldId").asString(),
                        use.get("locale").asString(""),
                        use.get("branch").asString()))
                .toList();
    }
}
