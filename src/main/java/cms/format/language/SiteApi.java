package cms.format.language;

import cms.format.ModelDefinition;
import cms.platform.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The delivered content of one project as OpenAPI 3.1: a path for each file of its models, and a schema for the content
 * of each. The interface of the whole service, in which content has no types, is {@code /openapi.yaml}.
 */
public final class SiteApi {
    /** Version of the delivery interface, which is part of its paths. */
    private static final String VERSION = "1";

    private static final String ERROR = "Error";

    /** Schemas that every operation refers to: each of them would repeat all models and locales. */
    private static final String LOCALE = "Locale";

    private static final String INCLUDED = "Included";
    private static final int LIMIT = 20;
    private static final int LIMIT_MAX = 500;

    private final List<ModelDefinition> models;
    private final List<String> locales;
    private final Map<String, String> names;
    private final ObjectNode paths = Json.object();
    private final ObjectNode schemas = Json.object();

    private SiteApi(Collection<ModelDefinition> models, List<String> locales) {
        this.models = models.stream()
                .sorted(Comparator.comparing(ModelDefinition::id))
                .toList();
        this.locales = locales;
        this.names = ModelNames.of(this.models, Set.of(ERROR, LOCALE, INCLUDED));
    }

    /** @param server the address below which the paths lie */
    public static ObjectNode of(Collection<ModelDefinition> models, List<String> locales, String server) {
        return new SiteApi(models, locales).document(server);
    }

    private ObjectNode document(String server) {
        ObjectNode document = Json.object().put("openapi", "3.1.0");
        document.putObject("info")
                .put("title", "Delivered content")
                .put("version", VERSION)
                .put(
                        "description",
                        "Made from the models of the project by the service; fetch it again when they change.");
        document.putArray("servers").addObject().put("url", server);
        document.putArray("security").addObject().putArray("deliveryKey");
        ArrayNode tags = document.putArray("tags");
        for (ModelDefinition model : models) {
            tags.addObject()
                    .put("name", model.id())
                    .put("description", model.description().orElse(model.name()));
            schemas.set(name(model), ValueSchemas.of(model));
            switch (model.kind()) {
                case COLLECTION -> entries(model);
                case SINGLETON, DICTIONARY ->
                    read(model, "content/" + segment(model), "read", "The published content", named(model));
                case DOCUMENT -> documents(model);
            }
            query(model);
        }
        release();
        document.set("paths", paths);
        components(document.putObject("components"));
        return document;
    }

    private void components(ObjectNode components) {
        ObjectNode error = schemas.putObject(ERROR).put("type", "object");
        error.putArray("required").add("statusCode").add("message");
        ObjectNode members = error.putObject("properties");
        members.putObject("statusCode").put("type", "integer");
        members.putObject("message").put("type", "string");
        schemas.set(LOCALE, locale());
        schemas.set(INCLUDED, included());
        components.set("schemas", schemas);
        components
                .putObject("securitySchemes")
                .putObject("deliveryKey")
                .put("type", "http")
                .put("scheme", "bearer")
                .put("description", "A key of the project with the scope `delivery`");
    }

    private void entries(ModelDefinition model) {
        ObjectNode byId = Json.object().put("type", "object").put("description", "Entries by id");
        byId.set("additionalProperties", named(model));
        read(model, "content/" + segment(model), "read", "The published entries", byId);
    }

    private void documents(ModelDefinition model) {
        ObjectNode slug = members(Map.of("slug", "string"));
        ObjectNode item = both(named(model), members(Map.of("slug", "string", "excerpt", "string")));
        read(
                model,
                "documents/" + segment(model) + "/_index",
                "list",
                "The front matter of all that are published",
                Json.object().put("type", "array").set("items", item));
        ObjectNode whole = members(Map.of("body", "string", "html", "string"));
        ((ArrayNode) whole.get("required")).add("frontmatter");
        ((ObjectNode) whole.get("properties")).set("frontmatter", both(named(model), slug));
        ObjectNode read = read(model, "documents/" + segment(model) + "/{slug}", "read", "A document", whole);
        parameter(read, "slug", "path", Json.object().put("type", "string"), "The name of the document");
    }

    /** One operation; translated models have a file for each locale. */
    private ObjectNode read(ModelDefinition model, String path, String verb, String summary, ObjectNode schema) {
        ObjectNode get = operation("/" + path + (model.i18n() ? "/{locale}.json" : "/data.json"), verb + name(model));
        get.putArray("tags").add(model.id());
        get.put("summary", summary);
        if (model.i18n()) {
            parameter(get, "locale", "path", reference(LOCALE), "The language");
        }
        answers(get, schema);
        return get;
    }

    private void query(ModelDefinition model) {
        ObjectNode get = operation("/query/" + segment(model) + "/{locale}", "query" + name(model));
        get.putArray("tags").add(model.id());
        get.put("summary", "Published entries, by conditions and page by page");
        parameter(get, "locale", "path", reference(LOCALE), "The language");
        ObjectNode text = Json.object().put("type", "string");
        ObjectNode texts = Json.object().put("type", "array").set("items", text);
        parameter(get, "filter", "query", texts, "field:operator:value; eq ne lt lte gt gte in contains exists")
                .put("explode", true);
        parameter(get, "sort", "query", text, "Fields separated by commas, a minus in front for descending");
        parameter(
                get,
                "fields",
                "query",
                text,
                "Only these fields, separated by commas; required ones are left out as well");
        ObjectNode limit =
                Json.object().put("type", "integer").put("minimum", 1).put("maximum", LIMIT_MAX);
        parameter(get, "limit", "query", limit.put("default", LIMIT), "How many at most");
        parameter(get, "cursor", "query", text, "`nextCursor` of the page before");
        parameter(get, "include", "query", text, "Relation fields to follow, separated by commas");
        parameter(get, "fallback", "query", text, "Locales in which a missing entry is looked for, in order");
        ObjectNode item = members(Map.of("id", "string", "locale", "string"));
        ((ObjectNode) item.get("properties")).set("data", named(model));
        ((ArrayNode) item.get("required")).add("data");
        ObjectNode page = members(Map.of("total", "integer"));
        ((ArrayNode) page.get("required")).add("items").add("nextCursor").add("included");
        ObjectNode parts = (ObjectNode) page.get("properties");
        parts.putObject("items").put("type", "array").set("items", item);
        parts.putObject("nextCursor").putArray("type").add("string").add("null");
        parts.set("included", reference(INCLUDED));
        answers(get, page);
        refusal(get, "400", "A word of the query is not understood; the message says which");
    }

    /** Entries that relations lead to: by model, then by id. */
    private ObjectNode included() {
        ObjectNode schema = Json.object().put("type", "object");
        ObjectNode byModel = schema.putObject("properties");
        for (ModelDefinition model : models) {
            byModel.putObject(model.id()).put("type", "object").set("additionalProperties", named(model));
        }
        return schema;
    }

    /** The operations that every project has. */
    private void release() {
        ObjectNode manifest = operation("/_manifest.json", "readManifest");
        manifest.put("summary", "Which commit is delivered, and its locales, domains and models");
        answers(manifest, members(Map.of("version", "string", "commitSha", "string", "builtAt", "string")));
        ObjectNode bundle = operation("/_bundle/{locale}.json", "readBundle");
        bundle.put("summary", "Every file of a locale in one");
        parameter(bundle, "locale", "path", reference(LOCALE), "The language");
        ObjectNode whole =
                members(Map.of("version", "string", "commitSha", "string", "builtAt", "string", "locale", "string"));
        ((ArrayNode) whole.get("required")).add("paths");
        ((ObjectNode) whole.get("properties"))
                .putObject("paths")
                .put("type", "object")
                .put("description", "Bodies by path");
        answers(bundle, whole);
    }

    private ObjectNode operation(String path, String id) {
        ObjectNode get = paths.putObject(path).putObject("get");
        get.put("operationId", id);
        return get;
    }

    private static ObjectNode parameter(ObjectNode get, String name, String in, ObjectNode schema, String said) {
        ArrayNode all = get.path("parameters") instanceof ArrayNode some ? some : get.putArray("parameters");
        ObjectNode parameter = all.addObject().put("name", name).put("in", in).put("description", said);
        parameter.put("required", in.equals("path"));
        parameter.set("schema", schema);
        return parameter;
    }

    private static void answers(ObjectNode get, ObjectNode schema) {
        ObjectNode responses = get.putObject("responses");
        ObjectNode found =
                responses.putObject("200").put("description", "With a strong entity tag, for `If-None-Match`");
        found.putObject("content").putObject("application/json").set("schema", schema);
        responses.putObject("304").put("description", "Unchanged since the tag of `If-None-Match`");
        refusal(get, "401", "No key, or one that is not known");
        refusal(get, "403", "A key without the scope `delivery`");
        refusal(get, "404", "Nothing of this name is published");
        refusal(get, "429", "Too many reads of this key; `Retry-After` says when again");
    }

    private static void refusal(ObjectNode get, String status, String said) {
        ObjectNode refusal =
                ((ObjectNode) get.get("responses")).putObject(status).put("description", said);
        refusal.putObject("content").putObject("application/json").set("schema", reference(ERROR));
    }

    private ObjectNode locale() {
        ObjectNode schema = Json.object().put("type", "string");
        if (!locales.isEmpty()) {
            ArrayNode words = schema.putArray("enum");
            locales.stream().distinct().forEach(words::add);
        }
        return schema;
    }

    private String name(ModelDefinition model) {
        return Objects.requireNonNull(names.get(model.id()));
    }

    private ObjectNode named(ModelDefinition model) {
        return reference(name(model));
    }

    private static ObjectNode reference(String schema) {
        return Json.object().put("$ref", "#/components/schemas/" + schema);
    }

    private static ObjectNode both(ObjectNode one, ObjectNode other) {
        ObjectNode schema = Json.object();
        schema.putArray("allOf").add(one).add(other);
        return schema;
    }

    /** An object whose members, of these JSON types, are always there. */
    private static ObjectNode members(Map<String, String> types) {
        ObjectNode schema = Json.object().put("type", "object");
        ArrayNode required = schema.putArray("required");
        ObjectNode properties = schema.putObject("properties");
        types.keySet().stream().sorted().forEach(name -> {
            required.add(name);
            properties.putObject(name).put("type", types.get(name));
        });
        return schema;
    }

    private static String segment(ModelDefinition model) {
        return URLEncoder.encode(model.id(), StandardCharsets.UTF_8).replace("+", "%20");
    }
}
