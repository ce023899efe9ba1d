package cms.format;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class ContentPathsTest {
    private static final ContentPaths PATHS = ContentPaths.under("/site/");
    private static final ModelDefinition POSTS = model("posts", "collection", true, null);
    private static final ModelDefinition HOME = model("home", "singleton", false, null);
    private static final ModelDefinition GUIDES = model("guides", "document", true, "docs/guides");
    private static final ModelDefinition PAGES = model("pages", "document", false, null);
    private static final List<ModelDefinition> ALL = List.of(POSTS, HOME, GUIDES, PAGES);

    @Test
    void pathsAreThoseOfTheSpecification() {
        assertThat(PATHS.config()).isEqualTo("site/.cms/config.json");
        assertThat(PATHS.model("posts")).isEqualTo("site/.cms/models/posts.json");
        assertThat(PATHS.entries(POSTS, "en")).isEqualTo("site/.cms/content/blog/posts/en.json");
        assertThat(PATHS.entries(HOME, "en")).isEqualTo("site/.cms/content/blog/home/data.json");
        assertThat(PATHS.document(GUIDES, "start", "de")).isEqualTo("site/docs/guides/start/de.md");
        assertThat(PATHS.document(PAGES, "about", "de")).isEqualTo("site/.cms/content/blog/pages/about.md");
        assertThat(PATHS.meta(POSTS, "en")).isEqualTo("site/.cms/meta/posts/en.json");
        assertThat(PATHS.meta(HOME, "en")).isEqualTo("site/.cms/meta/home/data.json");
        assertThat(PATHS.documentMeta(GUIDES, "start", "de")).isEqualTo("site/.cms/meta/guides/start/de.json");
        assertThat(PATHS.documentMeta(PAGES, "about", "de")).isEqualTo("site/.cms/meta/pages/about/data.json");
    }

    @Test
    void metaOfOlderWritersIsAnyThatIsNamedAfterALocale() {
        assertThat(ContentPaths.metaNames(List.of("data.json", "en.json"), "fr"))
                .containsExactly("data.json");
        assertThat(ContentPaths.metaNames(List.of("en.json", "notes.json"), "fr"))
                .containsExactly("en.json");
        assertThat(ContentPaths.metaNames(List.of("de.json", "en.json"), "fr")).containsExactly("de.json", "en.json");
        assertThat(ContentPaths.metaNames(List.of("de.json", "en.json"), "en")).containsExactly("en.json");
        assertThat(ContentPaths.metaNames(List.of("README.md"), "fr")).isEmpty();
    }

    @Test
    void everyPathLeadsBackToWhatItIs() {
        assertThat(locate("site/.cms/content/blog/posts/en.json")).isEqualTo(new ContentPath.Entries(POSTS, "en"));
        assertThat(locate("site/.cms/content/blog/home/data.json")).isEqualTo(new ContentPath.Entries(HOME, "data"));
        assertThat(locate("site/docs/guides/start/de.md")).isEqualTo(new ContentPath.Document(GUIDES, "start", "de"));
        assertThat(locate("site/.cms/content/blog/pages/about.md"))
                .isEqualTo(new ContentPath.Document(PAGES, "about", "data"));
        assertThat(locate("site/.cms/meta/home/en.json")).isEqualTo(new ContentPath.Meta(HOME, "data"));
        assertThat(locate("site/.cms/meta/guides/start/de.json"))
                .isEqualTo(new ContentPath.DocumentMeta(GUIDES, "start", "de"));
        assertThat(locate("site/.cms/models/new.json")).isEqualTo(new ContentPath.Model("new"));
        assertThat(locate("site/.cms/vocabulary.json")).isEqualTo(new ContentPath.Vocabulary());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".cms/config.json",
                "site/.cms/content/blog/posts/data.json",
                "site/.cms/content/blog/posts/en.json/x",
                "site/.cms/content/blog/home/en.json",
                "site/.cms/content/other/posts/en.json",
                "site/.cms/content/blog/pages/a/b.md",
                "site/.cms/models/a/b.json",
                "site/.cms/client/index.js",
                "README.md"
            })
    void everythingElseIsElsewhere(String path) {
        assertThat(locate(path)).isEqualTo(new ContentPath.Elsewhere());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../x",
                "a/../b",
                "/etc",
                "a//b",
                ".git",
                ".GIT/hooks",
                "x/.github/workflows",
                "node_modules/x",
                ".env",
                ".ci",
                ".cms",
                ".cms/models",
                ".cms/config",
                ".cms/meta/x",
                "a\\..\\b",
                "",
                "/",
                "a/.",
                "git~1",
                "a./b",
                "a /b",
                "x/.g\u200cit",
                "a\u0000b",
                "C:/x"
            })
    void contentPathsThatLeadAstrayAreIgnoredAndReported(String contentPath) {
        ModelDefinition model = model("posts", "collection", true, contentPath);

        assertThat(model.contentPath()).isEmpty();
        assertThat(model.problems()).anyMatch(problem -> problem.code().equals("invalid_content_path"));
    }

    private static ContentPath locate(String path) {
        return PATHS.locate(path, ALL);
    }

    private static ModelDefinition model(
            String id, String kind, boolean i18n, @org.jspecify.annotations.Nullable String contentPath) {
        ObjectNode members = Json.object()
                .put("id", id)
                .put("kind", kind)
                .put("domain", "blog")
                .put("i18n", i18n)
                .put("content_path", contentPath);
        return ModelDefinition.parse(id, members);
    }
}
