package cms.format.language;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What a site reads, as types. That the compiler takes it is shown by {@code .ci/types}. */
class TypeScriptTest {
    @Test
    void aMemberIsThereForSureOnlyWhenItIsRequiredAndNeverLeftOut() {
        assertThat(module("{'kind':'collection','i18n':true,'fields':{"
                        + "'title':{'type':'string','required':true},"
                        + "'note':'text',"
                        + "'shown':{'type':'boolean','required':true,'default':true}}}"))
                .contains("export interface A {", "  title: string;", "  note?: string;", "  shown?: boolean;");
    }

    @Test
    void eachTypeIsTheValueThatItsFilesHold() {
        assertThat(module("{'kind':'collection','i18n':false,'fields':{"
                        + "'size':{'type':'select','options':['small','it~s']},"
                        + "'mark':'rating',"
                        + "'tags':{'type':'array','items':'string'},"
                        + "'boxes':{'type':'array','items':{'type':'object','fields':{'width':'integer'}}},"
                        + "'one':{'type':'relation','model':'a'},"
                        + "'some':{'type':'relations','model':['a','gone']},"
                        + "'lost':{'type':'relation','model':'gone'},"
                        + "'odd':{'type':'hologram'}}}"))
                .contains(
                        "size?: \"small\" | \"it's\";",
                        "mark?: number;",
                        "tags?: (string)[];",
                        "boxes?: ({\n    width?: number;\n  })[];",
                        "one?: Ref<\"a\">;",
                        "some?: (AnyRef<\"a\">)[];",
                        "lost?: string;",
                        "odd?: unknown;",
                        "  a: false,");
    }

    /** Shown to fail before: the twentieth thousandth tried all names before it, each a letter longer. */
    @Test
    void manyModelsOfOneNameGetShortNames() {
        List<ModelDefinition> models = new ArrayList<>();
        for (int hyphens = 0; hyphens < 1 << 14; hyphens++) {
            StringBuilder id = new StringBuilder("a");
            for (int digit = 0; digit < 14; digit++) {
                id.append((hyphens >> digit & 1) == 1 ? "-1" : "1");
            }
            models.add(model(id.toString(), "{'kind':'singleton','i18n':false}"));
        }
        Collection<String> names = ModelNames.of(models, Set.of()).values();
        assertThat(names).hasSize(models.size()).doesNotHaveDuplicates().allMatch(name -> name.length() < 30);
    }

    @Test
    void namesAndTextsOfPeopleStayWhatTheyAre() {
        String module = TypeScript.module(
                List.of(
                        model(
                                "page",
                                "{'kind':'singleton','i18n':true,'description':'ends */"
                                        + " here','fields':{'x-y':'string'}}"),
                        model("9-lives", "{'kind':'dictionary','i18n':true}"),
                        model("a-b", "{'kind':'document','i18n':true,'fields':{'t':'string'}}"),
                        model("a--b", "{'kind':'document','i18n':true,'fields':{'t':'string'}}")),
                List.of("en", "de-AT"));
        assertThat(module)
                .contains(
                        "export type Locale = \"en\" | \"de-AT\";",
                        "export interface PageModel {",
                        "/** ends *\\/ here */",
                        "  \"x-y\"?: string;",
                        "export type Model9Lives = Record<string, string>;",
                        "export interface AB {",
                        "export interface ABModel {",
                        "export type Single = \"page\";",
                        "export type Collection = never;");
    }

    private static String module(String members) {
        return TypeScript.module(List.of(model("a", members)), List.of("en"));
    }

    private static ModelDefinition model(String id, String members) {
        return ModelDefinition.parse(
                id, (ObjectNode) Json.parse(members.replace('\'', '"').replace('~', '\'')));
    }
}
