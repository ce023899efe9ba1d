package cms.format.language;

import cms.format.EntryMeta;
import cms.format.EntryStatus;
import cms.format.FieldType;
import cms.format.ModelKind;
import cms.format.ProjectConfig;
import cms.platform.json.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON Schemas (2020-12) of the files that people write by hand, for editors that complete and check while one types.
 * They demand what a save through the service demands; readers are more lenient.
 */
public final class Schemas {
    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";
    private static final String NAME = "^[a-z0-9]+(?:-[a-z0-9]+)*$";
    private static final String FIELD_NAME = "^[a-z][a-z0-9_]*$";
    private static final String LOCALE = "^[a-z]{2}(?:-[A-Z]{2})?$";

    private Schemas() {}

    /** Each schema by the name of its file. */
    public static Map<String, ObjectNode> all() {
        return Map.of(
                "model.json", model(),
                "config.json", config(),
                "vocabulary.json", vocabulary(),
                "meta.json", meta());
    }

    private static ObjectNode model() {
        ObjectNode schema = schema("A model", "One file of .cms/models/, named after its id");
        words(schema.putArray("required"), List.of("id", "name", "kind", "domain", "i18n"));
        ObjectNode members = schema.putObject("properties");
        members.putObject("$schema").put("type", "string");
        text(members, "id", "The name of the file without .json").put("pattern", NAME);
        text(members, "name", "What people call it");
        words(
                text(members, "kind", "How its entries are stored").putArray("enum"),
                Arrays.stream(ModelKind.values()).map(ModelKind::wireName).toList());
        text(members, "domain", "The folder of its content; one of `domains` of the configuration");
        members.putObject("i18n").put("type", "boolean").put("description", "Whether every locale has its own content");
        text(members, "description", "What it is for");
        text(members, "content_path", "Another folder for its content, below the content root");
        text(members, "title_field", "The field that names an entry to people");
        members.putObject("form").put("type", "object").put("description", "The public form; set through the service");
        members.putObject("fields").put("$ref", "#/$defs/fields");
        ObjectNode dictionary = schema.putArray("allOf").addObject();
        dictionary.putObject("if").putObject("properties").putObject("kind").put("const", "dictionary");
        dictionary.putObject("then").putObject("properties").putObject("fields").put("maxProperties", 0);
        ObjectNode others = dictionary.putObject("else");
        words(others.putArray("required"), List.of("fields"));
        others.putObject("properties").putObject("fields").put("minProperties", 1);
        ObjectNode defs = schema.putObject("$defs");
        defs.set("type", types());
        ObjectNode fields = defs.putObject("fields").put("type", "object");
        fields.putObject("propertyNames").put("pattern", FIELD_NAME);
        fields.putObject("additionalProperties").put("$ref", "#/$defs/field");
        ArrayNode forms = defs.putObject("field").putArray("oneOf");
        forms.addObject().put("$ref", "#/$defs/type");
        forms.add(definition());
        return schema;
    }

    /** One of the 27 words, each with its meaning. */
    private static ObjectNode types() {
        ObjectNode type = Json.object();
        ArrayNode each = type.putArray("oneOf");
        for (FieldType word : FieldType.values()) {
            each.addObject()
                    .put("const", word.wireName())
                    .put("description", FieldWords.of(word).purpose());
        }
        return type;
    }

    private static ObjectNode definition() {
        ObjectNode definition = Json.object().put("type", "object");
        words(definition.putArray("required"), List.of("type"));
        definition.put("additionalProperties", false);
        ObjectNode members = definition.putObject("properties");
        for (FieldKey key : FieldKey.values()) {
            ObjectNode value = (ObjectNode) key.schema();
            members.set(key.wireName(), value.put("description", key.meaning()));
        }
        ((ObjectNode) members.get("type")).put("$ref", "#/$defs/type");
        ArrayNode needed = definition.putArray("allOf");
        needs(needed, FieldKey.OPTIONS, List.of(FieldType.SELECT));
        needs(needed, FieldKey.MODEL, List.of(FieldType.RELATION, FieldType.RELATIONS));
        return definition;
    }

    private static void needs(ArrayNode rules, FieldKey key, List<FieldType> types) {
        ObjectNode rule = rules.addObject();
        ObjectNode type = rule.putObject("if").putObject("properties").putObject("type");
        words(type.putArray("enum"), types.stream().map(FieldType::wireName).toList());
        words(rule.putObject("then").putArray("required"), List.of(key.wireName()));
    }

    private static ObjectNode config() {
        ObjectNode schema = schema("The configuration", "The file .cms/config.json");
        words(schema.putArray("required"), List.of("version", "workflow", "locales", "domains"));
        ObjectNode members = schema.putObject("properties");
        members.putObject("$schema").put("type", "string");
        members.putObject("version").put("type", "number").put("description", "Of the file format: 1");
        words(
                text(members, "workflow", "Whether a change lands at once or waits for a review")
                        .putArray("enum"),
                Arrays.stream(ProjectConfig.Workflow.values())
                        .map(ProjectConfig.Workflow::wireName)
                        .toList());
        members.putObject("strict")
                .put("type", "boolean")
                .put("description", "Whether undeclared fields and broken relations are errors");
        text(members, "stack", "What the site is built with, such as astro, next or other");
        ObjectNode locales = members.putObject("locales").put("type", "object");
        words(locales.putArray("required"), List.of("default", "supported"));
        ObjectNode places = locales.putObject("properties");
        text(places, "default", "Of models without translation").put("pattern", LOCALE);
        list(places, "supported", "All locales, the default one among them")
                .putObject("items")
                .put("pattern", LOCALE);
        list(members, "domains", "The folders that models may name")
                .putObject("items")
                .put("type", "string");
        return schema;
    }

    private static ObjectNode vocabulary() {
        ObjectNode schema = schema("The vocabulary", "The file .cms/vocabulary.json: how terms are translated");
        ObjectNode members = schema.putObject("properties");
        members.putObject("version").put("type", "number");
        ObjectNode terms = members.putObject("terms").put("type", "object");
        ObjectNode texts = terms.putObject("additionalProperties").put("type", "object");
        texts.putObject("propertyNames").put("pattern", LOCALE);
        texts.putObject("additionalProperties").put("type", "string");
        return schema;
    }

    private static ObjectNode meta() {
        ObjectNode schema = schema("The meta of one entry", "A file of .cms/meta/, or one member of a collection's");
        ObjectNode members = schema.putObject("properties");
        words(
                text(members, "status", "No status counts as published").putArray("enum"),
                Arrays.stream(EntryStatus.values()).map(EntryStatus::wireName).toList());
        words(
                text(members, "source", "Who wrote it").putArray("enum"),
                Arrays.stream(EntryMeta.Source.values())
                        .map(EntryMeta.Source::wireName)
                        .toList());
        text(members, "updated_by", "An e-mail address, or the id of an agent");
        text(members, "approved_by", "Who approved it");
        text(members, "version", "Free");
        text(members, "publish_at", "Hidden until then, ISO 8601");
        text(members, "expire_at", "Hidden from then on, ISO 8601");
        return schema;
    }

    private static ObjectNode schema(String title, String description) {
        return Json.object()
                .put("$schema", DIALECT)
                .put("title", title)
                .put("description", description)
                .put("type", "object");
    }

    private static ObjectNode text(ObjectNode members, String name, String description) {
        return members.putObject(name).put("type", "string").put("description", description);
    }

    private static ObjectNode list(ObjectNode members, String name, String description) {
        return members.putObject(name).put("type", "array").put("description", description);
    }

    private static void words(ArrayNode list, List<String> words) {
        words.forEach(list::add);
    }
}
