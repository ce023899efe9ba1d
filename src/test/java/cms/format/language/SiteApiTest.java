package cms.format.language;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a site reads, as OpenAPI. That linters and generators take it is shown by {@code .ci/sites}. */
class SiteApiTest {
    @Test
    void eachTypeIsTheValueThatItsFilesHold() {
        JsonNode schema = schema("{'kind':'collection','i18n':false,'name':'A','fields':{"
                + "'title':{'type':'string','required':true,'min':3,'max':80,'description':'What it is called'},"
                + "'shown':{'type':'boolean','required':true,'default':true},"
                + "'size':{'type':'select','options':['small','large']},"
                + "'share':'percent',"
                + "'count':{'type':'integer','min':1},"
                + "'tags':{'type':'array','items':'string','max':5},"
                + "'boxes':{'type':'array','items':{'type':'object','fields':{'width':{'type':'decimal','required':true}}}},"
                + "'some':{'type':'relations','model':['a','teams']},"
                + "'odd':{'type':'hologram'}}}");
        assertThat(schema)
                .isEqualTo(json("{'type':'object','title':'A','required':['title'],'properties':{"
                        + "'boxes':{'type':'array','description':'a list of values that `items` describes','items':{"
                        + "'type':'object','description':'a group of `fields`','required':['width'],'properties':{"
                        + "'width':{'type':'number','description':'a number with decimals, such as a price'}}}},"
                        + "'count':{'type':'integer','minimum':1,'description':'a whole number'},"
                        + "'odd':{},"
                        + "'share':{'type':'number','minimum':0,'maximum':100,'description':'a share of a hundred'},"
                        + "'shown':{'type':'boolean','description':'true or false','default':true},"
                        + "'size':{'type':'string','enum':['small','large'],'description':'one of `options`'},"
                        + "'some':{'type':'array','description':'several entries of another model','items':{"
                        + "'type':'object','required':['model','ref'],'properties':{"
                        + "'model':{'type':'string','enum':['a','teams']},"
                        + "'ref':{'type':'string','description':'The id of an entry, or the slug of a document'}}}},"
                        + "'tags':{'type':'array','maxItems':5,'description':'a list of values that `items` describes',"
                        + "'items':{'type':'string','description':'one line of text'}},"
                        + "'title':{'type':'string','maxLength':80,'description':'What it is called'}}}"));
    }

    @Test
    void everyKindHasThePathsUnderWhichItIsDelivered() {
        JsonNode document = SiteApi.of(
                List.of(
                        model("labels", "{'kind':'dictionary','i18n':true}"),
                        model("posts", "{'kind':'collection','i18n':true,'fields':{'t':'string'}}"),
                        model("home", "{'kind':'singleton','i18n':false,'fields':{'t':'string'}}"),
                        model("a guide{s}", "{'kind':'document','i18n':true,'fields':{'t':'string'}}"),
                        model("error", "{'kind':'document','i18n':false,'fields':{'t':'string'}}")),
                List.of("en", "de-AT"),
                "/api/cdn/v1/x");
        assertThat(document.path("paths").propertyNames())
                .containsExactlyInAnyOrder(
                        "/content/labels/{locale}.json",
                        "/content/posts/{locale}.json",
                        "/content/home/data.json",
                        "/documents/a%20guide%7Bs%7D/_index/{locale}.json",
                        "/documents/a%20guide%7Bs%7D/{slug}/{locale}.json",
                        "/documents/error/_index/data.json",
                        "/documents/error/{slug}/data.json",
                        "/query/labels/{locale}",
                        "/query/posts/{locale}",
                        "/query/home/{locale}",
                        "/query/a%20guide%7Bs%7D/{locale}",
                        "/query/error/{locale}",
                        "/_manifest.json",
                        "/_bundle/{locale}.json");
        assertThat(document.at("/components/schemas").propertyNames())
                .containsExactlyInAnyOrder(
                        "AGuideS", "ErrorModel", "Home", "Labels", "Posts", "Error", "Locale", "Included");
        assertThat(document.at("/servers/0/url").asString()).isEqualTo("/api/cdn/v1/x");
        List<JsonNode> operations = document.findValues("operationId");
        assertThat(operations).doesNotHaveDuplicates().contains(Json.tree("readPosts"), Json.tree("listErrorModel"));
        assertThat(document.findValues("$ref").stream().map(JsonNode::asString))
                .allMatch(reference -> !document.at(reference.substring(1)).isMissingNode());
    }

    /**
     * Shown to fail before: each operation repeated all locales and all models, gigabytes of three thousand small ones.
     */
    @Test
    void whatAllOperationsShareIsInTheDocumentOnce() {
        List<ModelDefinition> models = new ArrayList<>();
        for (int number = 0; number < 40; number++) {
            models.add(model("model-" + number, "{'kind':'collection','i18n':true}"));
        }
        JsonNode document = SiteApi.of(models, List.of("en", "de-AT"), "/");
        assertThat(document.at("/components/schemas/Locale/enum")).isEqualTo(json("['en','de-AT']"));
        assertThat(document.at("/components/schemas/Included/properties").size())
                .isEqualTo(40);
        assertThat(document.findParents("enum")).hasSize(1);
        int twenty = Json.bytes(SiteApi.of(models.subList(0, 20), List.of("en"), "/")).length;
        assertThat(Json.bytes(document).length).isLessThan(2 * twenty + 1_000);
    }

    private static JsonNode schema(String members) {
        return SiteApi.of(List.of(model("a", members)), List.of("en"), "/").at("/components/schemas/A");
    }

    private static ModelDefinition model(String id, String members) {
        return ModelDefinition.parse(id, (ObjectNode) json(members));
    }

    private static JsonNode json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }
}
