package cms.format;

import cms.format.ModelDefinition.Problem;
import cms.format.ModelDefinition.ProblemSeverity;
import cms.platform.config.NearestName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads one model file, collecting problems instead of failing; bounded in depth, fields and findings. */
final class DefinitionParser {
    private static final int OBJECT_NESTING_MAX = 2;
    private static final Comparator<FieldDefinition> DISPLAY_ORDER = Comparator.<FieldDefinition>comparingDouble(
                    field -> field.order().orElse(Double.POSITIVE_INFINITY))
            .thenComparing(FieldDefinition::name);

    private final String id;
    private final ObjectNode raw;
    private final List<Problem> problems = new ArrayList<>();
    private int fieldCount;

    DefinitionParser(String id, ObjectNode raw) {
        this.id = id;
        this.raw = raw;
    }

    ModelDefinition parse() {
        checkNames();
        ModelKind kind = kind();
        Map<String, FieldDefinition> fields = fields(kind);
        return new ModelDefinition(id, raw, kind, contentPath(), fields, List.copyOf(problems));
    }

    private void checkNames() {
        if (!ContentNames.isModelId(id)) {
            report("invalid_id", ProblemSeverity.WARNING, null, "The model id '" + id + "' is not in kebab case.");
        }
        String stated = FieldDefinition.text(raw, "id").orElse("");
        if (!stated.equals(id)) {
            String message = "The file is named '" + id + "', but its member id says '" + stated + "'.";
            report("id_filename_mismatch", ProblemSeverity.ERROR, null, message);
        }
        if (FieldDefinition.text(raw, "domain")
                .filter(ContentNames::isSafeSegment)
                .isEmpty()) {
            report(
                    "domain_not_in_config",
                    ProblemSeverity.WARNING,
                    null,
                    "The model names no domain that can be a folder.");
        }
        JsonNode i18n = raw.get("i18n");
        if (i18n != null && !i18n.isBoolean()) {
            report("invalid_i18n", ProblemSeverity.ERROR, null, "The member i18n is neither true nor false.");
        }
    }

    private ModelKind kind() {
        JsonNode stated = raw.get("kind");
        String word = FieldDefinition.text(raw, "kind").orElse("");
        return ModelKind.of(word).orElseGet(() -> {
            if (stated != null) {
                String message = "The kind '" + word + "' is none of collection, singleton, dictionary, document.";
                report("invalid_kind", ProblemSeverity.CRITICAL, null, message);
            }
            return ModelKind.COLLECTION;
        });
    }

    private @Nullable String contentPath() {
        JsonNode stated = raw.get("content_path");
        if (stated == null || stated.isNull()) {
            return null;
        }
        String path = stated.isString() ? ContentPaths.cleanContentPath(stated.stringValue()) : null;
        if (path == null) {
            report(
                    ModelDefinition.BLOCKED_CONTENT_PATH,
                    ProblemSeverity.ERROR,
                    null,
                    "The content_path leads outside the places where content may lie; nothing is written until it is"
                            + " mended.");
        }
        return path;
    }

    private Map<String, FieldDefinition> fields(ModelKind kind) {
        JsonNode stated = raw.get("fields");
        boolean some = stated instanceof ObjectNode object && !object.isEmpty();
        if (kind == ModelKind.DICTIONARY) {
            if (some) {
                report("dictionary_has_fields", ProblemSeverity.ERROR, null, "A dictionary declares no fields.");
            }
            return Map.of();
        }
        if (!some) {
            boolean odd = stated != null && !stated.isNull() && !stated.isObject();
            String sentence = odd
                    ? "`fields` is an object from the names of fields to their definitions."
                    : "The model declares no fields.";
            report("missing_fields", ProblemSeverity.ERROR, null, sentence);
            return Map.of();
        }
        return fields((ObjectNode) stated, "", 0, 0);
    }

    private Map<String, FieldDefinition> fields(ObjectNode stated, String parent, int depth, int nesting) {
        List<FieldDefinition> found = new ArrayList<>();
        for (Map.Entry<String, JsonNode> member : stated.properties()) {
            if (++fieldCount > FormatLimits.FIELDS_MAX) {
                String message = "The model has more than " + FormatLimits.FIELDS_MAX + " fields; the rest is ignored.";
                report("too_many_fields", ProblemSeverity.ERROR, null, message);
                break;
            }
            String path = parent.isEmpty() ? member.getKey() : parent + "." + member.getKey();
            found.add(field(member.getKey(), path, member.getValue(), depth, nesting));
        }
        found.sort(DISPLAY_ORDER);
        Map<String, FieldDefinition> ordered = new LinkedHashMap<>();
        found.forEach(field -> ordered.put(field.name(), field));
        return Collections.unmodifiableMap(ordered);
    }

    private FieldDefinition field(String name, String path, JsonNode stated, int depth, int nesting) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        if (stated instanceof ObjectNode full) {
            object = full;
        } else if (stated.isString()) {
            object.put("type", stated.stringValue());
        }
        String typeName = FieldDefinition.text(object, "type").orElse("");
        FieldType type = FieldType.of(typeName).orElse(null);
        if (type == null) {
            report("invalid_field_type", ProblemSeverity.ERROR, path, unknownType(typeName));
        }
        checkConstraints(type, path, object);
        if (depth >= FormatLimits.DEFINITION_DEPTH_MAX) {
            report(
                    "definition_too_deep",
                    ProblemSeverity.ERROR,
                    path,
                    "The field is nested too deep; the rest is ignored.");
            return new FieldDefinition(name, object, null, Map.of());
        }
        return new FieldDefinition(
                name, object, items(object, type, path, depth, nesting), members(object, type, path, depth, nesting));
    }

    /** The message about an unknown type, with the type that was probably meant, or with all types. */
    private static String unknownType(String typeName) {
        List<String> words = FieldType.wireNames();
        String says = typeName.isEmpty() ? "The field has no type" : "The field type '" + typeName + "' is unknown";
        return says
                + NearestName.of(typeName, words)
                        .map(near -> "; did you mean '" + near + "'?")
                        .orElseGet(() -> "; it is one of " + String.join(", ", words) + ".");
    }

    private @Nullable FieldDefinition items(
            ObjectNode object, @Nullable FieldType type, String path, int depth, int nesting) {
        JsonNode items = object.get("items");
        if (type != FieldType.ARRAY || items == null || items.isNull()) {
            return null;
        }
        fieldCount++;
        return field("", path + "[]", items, depth + 1, nesting);
    }

    private Map<String, FieldDefinition> members(
            ObjectNode object, @Nullable FieldType type, String path, int depth, int nesting) {
        if (type != FieldType.OBJECT) {
            return Map.of();
        }
        if (nesting == OBJECT_NESTING_MAX) {
            String message = "Objects are nested more than " + OBJECT_NESTING_MAX + " levels deep.";
            report("object_nesting_too_deep", ProblemSeverity.ERROR, path, message);
        }
        if (object.get("fields") instanceof ObjectNode nested && !nested.isEmpty()) {
            return fields(nested, path, depth + 1, nesting + 1);
        }
        if (path.endsWith("[]")) {
            report("array_missing_item_fields", ProblemSeverity.ERROR, path, "The items are objects without fields.");
        }
        return Map.of();
    }

    private void checkConstraints(@Nullable FieldType type, String path, ObjectNode field) {
        if (type == FieldType.SELECT && !isFilledTextList(field.get("options"))) {
            report(
                    "select_missing_options",
                    ProblemSeverity.ERROR,
                    path,
                    "A select needs a list of options that are texts.");
        }
        boolean relation = type == FieldType.RELATION || type == FieldType.RELATIONS;
        JsonNode model = field.get("model");
        if (relation && (model == null || !(model.isString() || isFilledTextList(model)))) {
            report(
                    "relation_target_missing",
                    ProblemSeverity.ERROR,
                    path,
                    "A relation names the model it points into.");
        }
        expect(field, "required", path, JsonNode::isBoolean, "true or false");
        expect(field, "unique", path, JsonNode::isBoolean, "true or false");
        expect(field, "min", path, JsonNode::isNumber, "a number");
        expect(field, "max", path, JsonNode::isNumber, "a number");
        expect(field, "maxSize", path, JsonNode::isNumber, "a number of bytes");
        expect(field, "pattern", path, JsonNode::isString, "a text");
        expect(field, "accept", path, JsonNode::isString, "a text");
    }

    private static boolean isFilledTextList(@Nullable JsonNode list) {
        return list != null
                && list.isArray()
                && !list.isEmpty()
                && list.valueStream().allMatch(JsonNode::isString);
    }

    private void expect(
            ObjectNode field, String member, String path, java.util.function.Predicate<JsonNode> holds, String wanted) {
        JsonNode value = field.get(member);
        if (value != null && !value.isNull() && !holds.test(value)) {
            report(
                    "invalid_constraint",
                    ProblemSeverity.ERROR,
                    path,
                    "The member " + member + " must be " + wanted + ".");
        }
    }

    private void report(String code, ProblemSeverity severity, @Nullable String field, String message) {
        if (problems.size() < FormatLimits.PROBLEMS_MAX) {
            problems.add(new Problem(code, severity, field, message));
        }
    }
}
