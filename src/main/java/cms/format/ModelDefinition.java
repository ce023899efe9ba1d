package cms.format;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A content model as {@code .cms/models/{id}.json} declares it (spec 2.6.1, reference 1.4).
 *
 * <p>Parsing never fails: a member that cannot be understood becomes a {@link Problem} and a safe default. The id is
 * the one of the file name, because every path follows from it. {@link #raw()} keeps the file's members unchanged.
 */
public final class ModelDefinition {
    /** Code of the problem of a model whose {@code content_path} is where content may not lie (spec 2.5). */
    static final String BLOCKED_CONTENT_PATH = "invalid_content_path";

    /** The folder of models that declare no usable domain. */
    static final String DOMAIN_FALLBACK = "default";

    /** The members that say what a model is called, and where its content lies. */
    private static final List<String> HEAD = List.of("name", "domain", "i18n");

    private static final List<String> TITLES = List.of("title", "name", "label", "heading", "question");

    /** How bad a problem of a definition is (reference 1.5). */
    public enum ProblemSeverity {
        NOTICE,
        WARNING,
        ERROR,
        CRITICAL;

        /** Whether it is worse than a warning. */
        public boolean isInvalid() {
            return this == ERROR || this == CRITICAL;
        }
    }

    /**
     * A fault in a model file.
     *
     * @param code the word of reference 1.5, such as {@code invalid_field_type}
     * @param field the path of the field, such as {@code blocks.title}; null for the model itself
     * @param message the fault in a sentence that is safe to show
     */
    public record Problem(
            String code, ProblemSeverity severity, @Nullable String field, String message) {}

    private final String id;
    private final ObjectNode raw;
    private final ModelKind kind;
    private final @Nullable String contentPath;
    private final Map<String, FieldDefinition> fields;
    private final List<Problem> problems;
    private final String domain;

    ModelDefinition(
            String id,
            ObjectNode raw,
            ModelKind kind,
            @Nullable String contentPath,
            Map<String, FieldDefinition> fields,
            List<Problem> problems) {
        this.id = id;
        this.raw = raw;
        this.kind = kind;
        this.contentPath = contentPath;
        this.fields = fields;
        this.problems = problems;
        this.domain = FieldDefinition.text(raw, "domain")
                .filter(ContentNames::isSafeSegment)
                .orElse(DOMAIN_FALLBACK);
    }

    /** Reads the members of a model file; {@code fileId} is the file name without {@code .json}. */
    public static ModelDefinition parse(String fileId, ObjectNode members) {
        return new DefinitionParser(fileId, members).parse();
    }

    public String id() {
        return id;
    }

    /** The display name; the id when the file states none. */
    public String name() {
        return FieldDefinition.text(raw, "name").filter(text -> !text.isBlank()).orElse(id);
    }

    /** {@link ModelKind#COLLECTION} when the file states none or an unknown one. */
    public ModelKind kind() {
        return kind;
    }

    public String domain() {
        return domain;
    }

    public boolean i18n() {
        JsonNode value = raw.get("i18n");
        return value != null && value.isBoolean() && value.booleanValue();
    }

    public Optional<String> description() {
        return FieldDefinition.text(raw, "description");
    }

    /** A folder below the content root that replaces the default one; an unsafe one counts as absent. */
    public Optional<String> contentPath() {
        return Optional.ofNullable(contentPath);
    }

    /** The fields by name, in display order; empty for a dictionary. */
    public Map<String, FieldDefinition> fields() {
        return fields;
    }

    /** The fields that hold relations, nested ones as well, by their path such as {@code blocks[].author}. */
    public Map<String, FieldDefinition> relations() {
        Map<String, FieldDefinition> relations = new LinkedHashMap<>();
        fields.forEach((name, field) -> field.addRelations(name, relations));
        return relations;
    }

    /** The field by whose value people know an entry: the stated one, else a guess (reference 1.4); or empty. */
    public Optional<String> titleField() {
        return FieldDefinition.text(raw, "title_field")
                .filter(fields::containsKey)
                .or(() -> TITLES.stream().filter(fields::containsKey).findFirst())
                .or(() -> firstText(true))
                .or(() -> firstText(false));
    }

    private Optional<String> firstText(boolean required) {
        return fields.values().stream()
                .filter(field -> field.required() || !required)
                .filter(field -> field.type()
                        .filter(type -> type == FieldType.STRING || type == FieldType.SLUG)
                        .isPresent())
                .map(FieldDefinition::name)
                .findFirst();
    }

    /**
     * A copy for callers that hold many models and need of them what they are called and where their content lies:
     * without fields, problems and every other member.
     */
    public ModelDefinition withoutFields() {
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        for (String member : HEAD) {
            JsonNode stated = raw.get(member);
            if (stated != null && stated.isValueNode()) {
                kept.set(member, stated);
            }
        }
        return new ModelDefinition(id, kept, kind, contentPath, Map.of(), List.of());
    }

    /** A copy with new names for fields, by their old ones: in the same order, and in its form as well. */
    public ModelDefinition withFieldNames(Map<String, String> names) {
        ObjectNode members = raw.deepCopy();
        if (raw.get("fields") instanceof ObjectNode declared) {
            members.set("fields", renamed(declared, names));
        }
        if (members.get("form") instanceof ObjectNode form) {
            if (form.get("exposedFields") instanceof ArrayNode exposed) {
                ArrayNode list = form.putArray("exposedFields");
                exposed.forEach(name -> list.add(names.getOrDefault(name.asString(""), name.asString(""))));
            }
            if (form.get("requiredOverrides") instanceof ObjectNode overrides) {
                form.set("requiredOverrides", renamed(overrides, names));
            }
        }
        return parse(id, members);
    }

    /** Members under new names, by their old ones, in the order they have. */
    public static ObjectNode renamed(ObjectNode members, Map<String, String> names) {
        ObjectNode renamed = JsonNodeFactory.instance.objectNode();
        members.forEachEntry((name, value) -> renamed.set(names.getOrDefault(name, name), value));
        return renamed;
    }

    /** Why nothing of this model may be written: its content would have to lie where none may (spec 2.5). */
    public Optional<String> blockedContentPath() {
        return problems.stream()
                .filter(problem -> problem.code().equals(BLOCKED_CONTENT_PATH))
                .map(Problem::message)
                .findFirst();
    }

    public List<Problem> problems() {
        return problems;
    }

    /** Every member as it is in the file; it must not be changed. */
    public ObjectNode raw() {
        return raw;
    }

    @Override
    public String toString() {
        return id + " (" + kind.wireName() + ")";
    }
}
