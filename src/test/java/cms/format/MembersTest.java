package cms.format;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What models, configuration, meta and vocabulary mean, also where their files are odd. */
class MembersTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | true",
                "{'status':'published'} | true",
                "{'status':'draft'} | false",
                "{'status':'odd'} | false",
                "{'status':'published','publish_at':'2026-11-20T12:00:00Z'} | true",
                "{'status':'published','publish_at':'2026-11-20T14:00:00+01:00'} | false",
                "{'status':'published','publish_at':'2026-11-20'} | true",
                "{'status':'published','publish_at':'soon'} | false",
                "{'status':'published','expire_at':'2026-11-20T11:59:59.999Z'} | false",
                "{'status':'published','expire_at':'2026-11-20T12:00'} | true",
                "{'status':'published','expire_at':'never'} | true",
                "{'publish_at':'2027-01-01T00:00:00Z'} | false"
            })
    void whatReadersSee(String meta, boolean published) {
        assertThat(EntryMeta.of(tree(meta)).isPublishedAt(NOW)).isEqualTo(published);
    }

    @Test
    void metaKeepsWhatItDoesNotKnow() {
        EntryMeta meta = EntryMeta.of(tree("{'extra':{'a':1},'status':'draft'}"));

        assertThat(meta.withStatus(EntryStatus.PUBLISHED).with("extra2", null).raw())
                .isEqualTo(tree("{'extra':{'a':1},'status':'published'}"));
        assertThat(meta.raw()).isEqualTo(tree("{'extra':{'a':1},'status':'draft'}"));
        assertThat(EntryMeta.of(tree("[]")).raw()).isEqualTo(tree("{}"));
    }

    @Test
    void anOddConfigurationReadsAsItsDefaults() {
        ProjectConfig odd = new ProjectConfig((ObjectNode) tree(
                "{'version':'one','stack':7,'locales':{'default':5,'supported':'en'},'domains':{},'workflow':'rush'}"));

        assertThat(odd.version()).isEqualTo(1);
        assertThat(odd.stack()).isEqualTo("other");
        assertThat(odd.defaultLocale()).isEqualTo("en");
        assertThat(odd.supportedLocales()).containsExactly("en");
        assertThat(odd.domains()).isEmpty();
        assertThat(odd.workflow()).isEqualTo(ProjectConfig.Workflow.REVIEW);
        assertThat(odd.problems().stream().filter(ProjectConfig.Problem::error).map(ProjectConfig.Problem::field))
                .containsExactly("version", "workflow", "locales.default", "locales.supported");
    }

    @Test
    void anOddModelReadsAsFarAsItCan() {
        ModelDefinition model = ModelDefinition.parse(
                "odd",
                (ObjectNode)
                        tree(
                                "{'id':'other','kind':'tree','domain':'../x','i18n':'yes','fields':{"
                                        + "'b':{'type':'strange','order':1},'a':'string','z':{'type':'number','min':'low','order':0},"
                                        + "'s':{'type':'select'},'r':{'type':'relation'},'l':{'type':'array','items':{'type':'object'}}}}"));

        assertThat(model.id()).isEqualTo("odd");
        assertThat(model.name()).isEqualTo("odd");
        assertThat(model.kind()).isEqualTo(ModelKind.COLLECTION);
        assertThat(model.domain()).isEqualTo("default");
        assertThat(model.i18n()).isFalse();
        assertThat(model.fields().keySet()).containsExactly("z", "b", "a", "l", "r", "s");
        assertThat(model.fields().get("a").type()).contains(FieldType.STRING);
        assertThat(model.fields().get("b").type()).isEmpty();
        assertThat(model.problems().stream().map(ModelDefinition.Problem::code))
                .containsExactlyInAnyOrder(
                        "id_filename_mismatch",
                        "domain_not_in_config",
                        "invalid_i18n",
                        "invalid_kind",
                        "invalid_field_type",
                        "invalid_constraint",
                        "select_missing_options",
                        "relation_target_missing",
                        "array_missing_item_fields");
    }

    @Test
    void hostileModelsAreBounded() {
        ObjectNode deep = Json.object().put("type", "string");
        for (int level = 0; level < 80; level++) {
            ObjectNode outer = Json.object().put("type", "array");
            outer.set("items", deep);
            deep = outer;
        }
        ObjectNode fields = Json.object();
        fields.set("deep", deep);
        for (int i = 0; i < 10_000; i++) {
            fields.putObject("f" + i).put("type", "nonsense");
        }
        ObjectNode members = Json.object().put("id", "big");
        members.set("fields", fields);
        ModelDefinition model = ModelDefinition.parse("big", members);

        assertThat(model.fields()).hasSizeLessThanOrEqualTo(FormatLimits.FIELDS_MAX);
        assertThat(model.problems()).hasSize(FormatLimits.PROBLEMS_MAX);
    }

    @Test
    void termsAreMergedAndCleared() {
        Vocabulary stored =
                new Vocabulary((ObjectNode) tree("{'version':1,'terms':{'a':{'en':'A'},'b':{'en':'B'}},'x':1}"));
        ObjectNode changes = (ObjectNode) tree("{'a':{'de':'Ä','en':null},'b':null,'c':{'en':'C'}}");

        assertThat(stored.merged(changes).raw())
                .isEqualTo(tree("{'version':1,'terms':{'a':{'de':'Ä'},'c':{'en':'C'}},'x':1}"));
        assertThat(stored.terms().has("b")).isTrue();
    }

    private static JsonNode tree(String quoted) {
        return Json.parse(quoted.replace('\'', '"'));
    }
}
