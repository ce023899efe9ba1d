package cms.format.merge;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.ContentPath;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class FieldDiffTest {
    private static final ModelDefinition POSTS = ModelDefinition.parse(
            "posts", (ObjectNode) Json.parse("{\"id\":\"posts\",\"kind\":\"collection\",\"i18n\":true}"));
    private static final ModelDefinition PAGES = ModelDefinition.parse(
            "pages", (ObjectNode) Json.parse("{\"id\":\"pages\",\"kind\":\"document\",\"i18n\":false}"));

    @Test
    void entriesAreComparedByField() {
        assertThat(diff(
                        new ContentPath.Entries(POSTS, "en"),
                        "{\"a\":{\"t\":1,\"u\":1},\"b\":{\"t\":1}}",
                        "{\"a\":{\"t\":2,\"v\":{\"w\":1}},\"c\":{}}"))
                .containsExactly(
                        "a.t modified 1 2",
                        "a.u removed 1 null",
                        "a.v added null {\"w\":1}",
                        "b.t removed 1 null",
                        "c. added null {}");
    }

    @Test
    void documentsHaveABody() {
        assertThat(diff(
                        new ContentPath.Document(PAGES, "about", "data"),
                        "---\ntitle: A\n---\n\nold\n",
                        "---\ntitle: A\n---\n\nnew\n"))
                .containsExactly("about.body modified \"old\" \"new\"");
    }

    @Test
    void anUnreadableVersionIsOneChange() {
        assertThat(diff(new ContentPath.Config(), "{", null)).containsExactly(". removed \"{\" null");
    }

    @Test
    void otherFilesHaveNoFields() {
        assertThat(diff(new ContentPath.Elsewhere(), "{\"a\":1}", "{\"a\":2}")).isEmpty();
    }

    private static List<String> diff(ContentPath where, @Nullable String before, @Nullable String after) {
        return FieldDiff.between("path", where, bytes(before), bytes(after)).stream()
                .map(FieldChange::json)
                .map(row ->
                        row.path("entry").asString() + "." + row.path("field").asString() + " "
                                + row.path("kind").stringValue() + " " + row.path("before") + " " + row.path("after"))
                .toList();
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }
}
