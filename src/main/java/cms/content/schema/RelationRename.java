package cms.content.schema;

import cms.content.snapshot.LocaleContent;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.Snapshot;
import cms.format.CanonicalJson;
import cms.format.ContentPaths;
import cms.format.FieldDefinition;
import cms.format.FieldType;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.ChangeSet;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Relations that follow a model to its new id: in definitions, and in stored values that name their model. */
record RelationRename(String from, String to) {
    static RelationRename none() {
        return new RelationRename("", "");
    }

    private boolean isNone() {
        return from.equals(to);
    }

    /** A definition whose fields point into the new id. */
    ObjectNode definition(ObjectNode members) {
        ObjectNode renamed = members.deepCopy();
        if (!isNone() && renamed.get("fields") instanceof ObjectNode fields) {
            fields.forEach(this::field);
        }
        return renamed;
    }

    private void field(JsonNode definition) {
        if (!(definition instanceof ObjectNode field)) {
            return;
        }
        JsonNode target = field.path("model");
        if (target.isString() && target.stringValue().equals(from)) {
            field.put("model", to);
        } else if (target.isArray()) {
            Set<String> names = new LinkedHashSet<>();
            target.forEach(name -> names.add(name.asString("").equals(from) ? to : name.asString("")));
            ArrayNode list = field.putArray("model");
            names.forEach(list::add);
        }
        field(field.path("items"));
        if (field.get("fields") instanceof ObjectNode nested) {
            nested.forEach(this::field);
        }
    }

    /** The members of an entry whose relations name the new id; the same object when none had to change. */
    ObjectNode values(Collection<FieldDefinition> fields, ObjectNode members) {
        ObjectNode renamed = members;
        for (FieldDefinition field : isNone() ? Set.<FieldDefinition>of() : fields) {
            JsonNode before = members.get(field.name());
            JsonNode after = before == null ? null : value(field, before);
            if (after != null && after != before) {
                renamed = renamed == members ? Json.object().setAll(members) : renamed;
                renamed.set(field.name(), after);
            }
        }
        return renamed;
    }

    private JsonNode value(FieldDefinition field, JsonNode value) {
        FieldType type = field.type().orElse(FieldType.STRING);
        boolean relation = type == FieldType.RELATION || type == FieldType.RELATIONS;
        if (relation && value instanceof ObjectNode pointer) {
            boolean named = pointer.path("model").asString("").equals(from);
            return named ? pointer.deepCopy().put("model", to) : value;
        }
        if (value instanceof ObjectNode members) {
            return values(field.fields().values(), members);
        }
        if (!(value instanceof ArrayNode list) || !(relation || type == FieldType.ARRAY)) {
            return value;
        }
        FieldDefinition item = relation ? field : field.items().orElse(null);
        ArrayNode renamed = Json.object().putArray("list");
        boolean changed = false;
        for (JsonNode before : list) {
            JsonNode after = item == null ? before : value(item, before);
            changed |= after != before;
            renamed.add(after);
        }
        return changed ? renamed : value;
    }

    /** Rewrites every other model that points into this one, with its content, in the same commit. */
    void into(Snapshot snapshot, ChangeSet.Builder changes) {
        for (ModelContent content : snapshot.contents()) {
            ModelDefinition model = content.model();
            if (isNone() || model.id().equals(from) || !Relations.points(model, from)) {
                continue;
            }
            if (!content.unreadable().isEmpty()) {
                throw Failure.unprocessable("Content of the model " + model.id()
                        + ", which points into this one, cannot be read; repair "
                        + content.unreadable().getFirst().path() + " first.");
            }
            changes.put(snapshot.paths().model(model.id()), CanonicalJson.bytes(definition(model.raw())));
            content.locales().forEach((locale, found) -> locale(snapshot.paths(), model, locale, found, changes));
        }
    }

    private void locale(
            ContentPaths paths, ModelDefinition model, String locale, LocaleContent found, ChangeSet.Builder changes) {
        found.values().ifPresent(values -> {
            ObjectNode renamed = model.kind() == ModelKind.COLLECTION
                    ? entries(model, values)
                    : values(model.fields().values(), values);
            if (!renamed.equals(values)) {
                changes.put(paths.entries(model, locale), CanonicalJson.bytes(model, renamed));
            }
        });
        for (Map.Entry<String, MarkdownFile> document : found.documents().entrySet()) {
            ObjectNode before = document.getValue().frontmatter();
            ObjectNode after = values(model.fields().values(), before);
            if (after != before) {
                byte[] bytes = new MarkdownFile(after, document.getValue().body()).bytes();
                changes.put(paths.document(model, document.getKey(), locale), bytes);
            }
        }
    }

    private ObjectNode entries(ModelDefinition model, ObjectNode values) {
        ObjectNode renamed = Json.object();
        values.forEachEntry((id, entry) -> renamed.set(
                id, entry instanceof ObjectNode members ? values(model.fields().values(), members) : entry));
        return renamed;
    }
}
