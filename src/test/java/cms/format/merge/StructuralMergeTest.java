package cms.format.merge;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class StructuralMergeTest {
    private static final ContentPaths PATHS = ContentPaths.under("");
    private static final List<ModelDefinition> MODELS = List.of(
            model("{'id':'posts','kind':'collection','domain':'blog','i18n':true,"
                    + "'fields':{'title':{'type':'string'},'wide':{'type':'boolean','default':false}}}"),
            model("{'id':'home','kind':'singleton','domain':'site','i18n':false,'fields':{'a':{'type':'string'}}}"),
            model("{'id':'labels','kind':'dictionary','domain':'site','i18n':true}"),
            model("{'id':'pages','kind':'document','domain':'site','i18n':true,'fields':{'title':{'type':'string'}}}"));
    private static final String POSTS = ".cms/content/blog/posts/en.json";
    private static final String POSTS_META = ".cms/meta/posts/en.json";
    private static final String PAGE = ".cms/content/site/pages/about/en.md";

    @Test
    void twoNewEntriesMerge() {
        MergedFile merged = merge(POSTS, "{}", "{'a':{'title':'A'}}", "{'b':{'title':'B'}}");

        assertThat(json(merged)).isEqualTo(tree("{'a':{'title':'A'},'b':{'title':'B'}}"));
    }

    @Test
    void twoFieldsOfOneEntryMerge() {
        MergedFile merged = merge(
                POSTS, "{'a':{'title':'A','x':1}}", "{'a':{'title':'A2','x':1}}", "{'a':{'title':'A','x':2.0,'y':3}}");

        assertThat(json(merged)).isEqualTo(tree("{'a':{'title':'A2','x':2,'y':3}}"));
    }

    @Test
    void oneFieldChangedTwiceIsAConflictThatNamesIt() {
        MergedFile merged = merge(POSTS, "{'a':{'title':'A'}}", "{'a':{'title':'B'}}", "{'a':{'title':'C'}}");

        assertThat(conflicts(merged))
                .containsExactly(tree("{'path':'" + POSTS + "','model':'posts','locale':'en','entry':'a',"
                        + "'field':'title','base':'A','ours':'B','theirs':'C'}"));
    }

    @Test
    void deleteAgainstEditIsAConflictOfTheEntry() {
        MergedFile merged = merge(POSTS, "{'a':{'title':'A'},'b':{}}", "{'b':{}}", "{'a':{'title':'C'},'b':{}}");

        assertThat(conflicts(merged))
                .containsExactly(tree("{'path':'" + POSTS + "','model':'posts','locale':'en','entry':'a',"
                        + "'field':null,'base':{'title':'A'},'ours':null,'theirs':{'title':'C'}}"));
    }

    @Test
    void deleteAgainstEditElsewhereMerges() {
        MergedFile merged = merge(
                POSTS,
                "{'a':{'title':'A'},'b':{'title':'B'}}",
                "{'b':{'title':'B'}}",
                "{'a':{'title':'A'},'b':{'title':'C'}}");

        assertThat(json(merged)).isEqualTo(tree("{'b':{'title':'C'}}"));
    }

    @Test
    void aRemovedFileRemovesItsEntriesAndKeepsNewOnes() {
        String base = "{'a':{'title':'A'}}";

        assertThat(merge(POSTS, base, null, base)).isEqualTo(new MergedFile.Removed());
        assertThat(json(merge(POSTS, base, null, "{'a':{'title':'A'},'b':{'title':'B'}}")))
                .isEqualTo(tree("{'b':{'title':'B'}}"));
    }

    @Test
    void aValueEqualToTheDefaultIsTheSameAsNone() {
        MergedFile merged = merge(POSTS, "{'a':{'wide':true}}", "{'a':{'wide':false}}", "{'a':{'title':'T'}}");

        assertThat(json(merged)).isEqualTo(tree("{'a':{'title':'T'}}"));
    }

    @Test
    void whoLandsLastIsTheLastWriterInMeta() {
        MergedFile merged = merge(
                POSTS_META,
                "{'a':{'status':'draft','updated_by':'ada'}}",
                "{'a':{'status':'draft','updated_by':'bo'}}",
                "{'a':{'status':'published','updated_by':'cy'}}");

        assertThat(json(merged)).isEqualTo(tree("{'a':{'status':'published','updated_by':'cy'}}"));
    }

    @Test
    void modelsMergeAtEveryDepth() {
        MergedFile merged = merge(
                ".cms/models/posts.json",
                "{'id':'posts','fields':{'title':{'type':'string','max':10}}}",
                "{'id':'posts','fields':{'title':{'type':'string','max':20}}}",
                "{'id':'posts','fields':{'title':{'type':'string','max':10,'min':1},'text':{'type':'text'}}}");

        assertThat(json(merged))
                .isEqualTo(tree(
                        "{'id':'posts','fields':{'title':{'type':'string','max':20,'min':1},'text':{'type':'text'}}}"));
    }

    @Test
    void conflictsInModelsNameTheWay() {
        MergedFile merged = merge(
                ".cms/models/posts.json",
                "{'fields':{'title':{'max':10}}}",
                "{'fields':{'title':{'max':20}}}",
                "{'fields':{'title':{'max':30}}}");

        assertThat(conflicts(merged).getFirst().path("field").stringValue()).isEqualTo("fields.title.max");
    }

    @Test
    void vocabularyMergesByTermAndLocale() {
        String path = ".cms/vocabulary.json";
        String base = "{'version':1,'terms':{'t':{'en':'T'}}}";

        assertThat(json(merge(
                        path,
                        base,
                        "{'version':1,'terms':{'t':{'en':'T','de':'D'}}}",
                        "{'version':1,'terms':{'t':{'en':'T','fr':'F'},'u':{'en':'U'}}}")))
                .isEqualTo(tree("{'version':1,'terms':{'t':{'en':'T','de':'D','fr':'F'},'u':{'en':'U'}}}"));
        assertThat(conflicts(merge(
                                path,
                                base,
                                "{'terms':{'t':{'en':'X'}},'version':1}",
                                "{'terms':{'t':{'en':'Y'}},'version':1}"))
                        .getFirst())
                .isEqualTo(tree("{'path':'.cms/vocabulary.json','model':null,'locale':null,'entry':'t','field':'en',"
                        + "'base':'T','ours':'X','theirs':'Y'}"));
    }

    @Test
    void documentsMergeByMemberAndLine() {
        MergedFile merged = merge(
                PAGE,
                "---\ntitle: A\ntags:\n  - x\n---\n\none\ntwo\nthree\n",
                "---\ntitle: B\ntags:\n  - x\n---\n\nONE\ntwo\nthree\n",
                "---\ntitle: A\ntags:\n  - x\n  - y\n---\n\none\ntwo\nTHREE\nfour\n");

        assertThat(text(merged)).isEqualTo("---\ntitle: B\ntags:\n  - x\n  - \"y\"\n---\n\nONE\ntwo\nTHREE\nfour\n");
    }

    @Test
    void oneLineOfABodyChangedTwiceIsAConflictOfTheBody() {
        MergedFile merged = merge(PAGE, "---\n---\n\none\n", "---\n---\n\ntwo\n", "---\n---\n\nthree\n");

        assertThat(conflicts(merged))
                .containsExactly(tree("{'path':'" + PAGE + "','model':'pages','locale':'en','entry':'about',"
                        + "'field':'body','base':'one','ours':'two','theirs':'three'}"));
    }

    @Test
    void aDeletedDocumentAgainstAnEditedOneIsAConflictOfTheDocument() {
        JsonNode conflict = conflicts(merge(PAGE, "---\n---\n\none\n", null, "---\n---\n\ntwo\n"))
                .getFirst();

        assertThat(conflict.path("entry").stringValue()).isEqualTo("about");
        assertThat(conflict.path("field").isNull()).isTrue();
        assertThat(conflict.path("ours").isNull()).isTrue();
    }

    @Test
    void contextNeverConflicts() {
        assertThat(text(merge(".cms/context.json", "{'a':1}", "{'a':2}", "{'a':3}")))
                .isEqualTo("{\"a\":2}");
    }

    @Test
    void anUnreadableSideIsOneConflictOfTheFile() {
        JsonNode conflict = conflicts(merge(POSTS, "{}", "{'a':", "{'b':{}}")).getFirst();

        assertThat(conflict.path("entry").isNull()).isTrue();
        assertThat(conflict.path("ours").stringValue()).isEqualTo("{\"a\":");
    }

    @Test
    void otherFilesMergeByLine() {
        assertThat(text(merge("src/a.js", "a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n")))
                .isEqualTo("A\nb\nC\n");
        assertThat(conflicts(merge("src/a.js", "a\n", "b\n", "c\n"))).hasSize(1);
    }

    @Test
    void resolutionsSettleConflicts() {
        String base = "{'a':{'title':'A'},'b':{'title':'B'}}";
        String ours = "{'a':{'title':'1'},'b':{'title':'2'}}";
        String theirs = "{'a':{'title':'3'},'b':{'title':'4'}}";
        var all = List.of(
                new Resolution(POSTS, "a", "title", new Resolution.Theirs()),
                new Resolution(POSTS, "b", "title", new Resolution.Value(Json.parse("\"5\""))));

        assertThat(json(merger(all).merge(POSTS, bytes(base), bytes(ours), bytes(theirs))))
                .isEqualTo(tree("{'a':{'title':'3'},'b':{'title':'5'}}"));
        assertThat(conflicts(merger(all.subList(0, 1)).merge(POSTS, bytes(base), bytes(ours), bytes(theirs))))
                .hasSize(1);
    }

    @Test
    void theDecisionAboutAnEntryIsTheDecisionAboutItsMeta() {
        var keep = List.of(new Resolution(POSTS, "a", null, new Resolution.Ours()));
        String base = "{'a':{'status':'draft'}}";

        assertThat(json(merger(keep)
                        .merge(POSTS_META, bytes(base), bytes("{}"), bytes("{'a':{'status':'published'}}"))))
                .isEqualTo(tree("{}"));
    }

    private static MergedFile merge(
            String path, @Nullable String base, @Nullable String ours, @Nullable String theirs) {
        return merger(List.of()).merge(path, bytes(base), bytes(ours), bytes(theirs));
    }

    private static StructuralMerge merger(List<Resolution> resolutions) {
        return new StructuralMerge(PATHS, MODELS, resolutions);
    }

    private static byte @Nullable [] bytes(@Nullable String quoted) {
        return quoted == null ? null : quoted.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private static String text(MergedFile merged) {
        return new String(((MergedFile.Content) merged).bytes(), StandardCharsets.UTF_8);
    }

    private static JsonNode json(MergedFile merged) {
        return Json.parse(((MergedFile.Content) merged).bytes());
    }

    private static List<JsonNode> conflicts(MergedFile merged) {
        return ((MergedFile.Conflicted) merged)
                .conflicts().stream().<JsonNode>map(Conflict::json).toList();
    }

    private static JsonNode tree(String quoted) {
        return Json.parse(quoted.replace('\'', '"'));
    }

    private static ModelDefinition model(String quoted) {
        ObjectNode members = (ObjectNode) tree(quoted);
        return ModelDefinition.parse(members.path("id").stringValue(), members);
    }
}
