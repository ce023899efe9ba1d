package cms.content.schema;

import cms.access.Author;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.Snapshot;
import cms.format.CanonicalJson;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.ChangeSet;
import cms.plan.Allowance;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.review.submit.Draft;
import cms.review.submit.Operation;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A change of a model's form, computed against the newest one (design 2.2, reference 8). */
final class FormChange {
    private final String modelId;
    private final ObjectNode form;
    private final Allowance forms;
    private final Author author;

    /** {@code form}: the members that change; {@code forms}: how many enabled ones the plan allows. */
    FormChange(String modelId, ObjectNode form, Allowance forms, Author author) {
        this.modelId = modelId;
        this.form = form;
        this.forms = forms;
        this.author = author;
    }

    Draft<ObjectNode> over(Snapshot snapshot) {
        ModelDefinition model = snapshot.find(modelId)
                .map(ModelContent::model)
                .orElseThrow(() -> Failure.notFound("There is no model " + modelId + " in this project."));
        if (model.kind() != ModelKind.COLLECTION) {
            throw Failure.invalid("Only a collection can have a form.");
        }
        ObjectNode members = model.raw().deepCopy();
        ObjectNode changed = members.get("form") instanceof ObjectNode known ? known : Json.object();
        changed.setAll(form);
        check(snapshot, model, changed);
        members.set("form", changed);
        ChangeSet changes = ChangeSet.builder()
                .put(snapshot.paths().model(modelId), CanonicalJson.bytes(members))
                .build();
        Operation operation = new Operation(Operation.Kind.MODEL, author.toolOr("save_model"), modelId, "", List.of());
        return new Draft.Write<>(changes, "cms: save model " + modelId + "\n\nform", operation, changed);
    }

    private void check(Snapshot snapshot, ModelDefinition model, ObjectNode changed) {
        for (JsonNode name : changed.path("exposedFields")) {
            String field = name.asString(""); // a push may have written any value
            if (!model.fields().containsKey(field)) {
                throw Failure.invalid("`exposedFields` names a field that the model does not have: " + field + ".");
            }
        }
        for (String field : form.path("requiredOverrides").propertyNames()) { // those that are sent
            if (!model.fields().containsKey(field)) {
                throw Failure.invalid("`requiredOverrides` names a field that the model does not have: " + field + ".");
            }
        }
        if (!isEnabled(changed)) {
            return;
        }
        if (changed.path("exposedFields").isEmpty()) {
            throw Failure.invalid("An enabled form needs at least one of `exposedFields`.");
        }
        if (isEnabled(model.raw().path("form"))) {
            return; // the plan counts when a form becomes enabled; an enabled one may be changed
        }
        long others = snapshot.models().stream()
                .filter(other ->
                        !other.id().equals(modelId) && isEnabled(other.raw().path("form")))
                .count();
        if (!forms.covers(others + 1)) {
            throw Failure.forbidden("The plan of this workspace does not allow another form.");
        }
    }

    private static boolean isEnabled(JsonNode form) {
        return form.path("enabled").asBoolean(false);
    }
}
