package cms.content.check;

import java.util.Collections;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * {@code relation}: the id or slug of an entry of the one target model, or {@code { model, ref }} where there are
 * several (reference 1.3). Whether the entry exists is a matter of project health.
 */
final class RelationRule implements TypeRule {
    private final boolean polymorphic;

    /** Sorted, so that one of many is found without a look at each. */
    private final List<String> targets;

    RelationRule(List<String> targets) {
        this.polymorphic = targets.size() > 1;
        this.targets = targets.stream().sorted().toList();
    }

    @Override
    public JsonKind kind() {
        return JsonKind.REFERENCE;
    }

    @Override
    public void checkInside(JsonNode value, ValuePath at) {
        if (!polymorphic) {
            if (!value.isString()) {
                at.error("The value must be the id or slug of one entry.");
            }
            return;
        }
        JsonNode model = value.path("model");
        JsonNode ref = value.path("ref");
        if (!model.isString() || !ref.isString() || ref.stringValue().isEmpty()) {
            at.error("The value must be an object { model, ref }, because the relation has several target models.");
        } else if (Collections.binarySearch(targets, model.stringValue()) < 0) {
            at.error("The model " + ValuePath.quoted(model.stringValue()) + " is not a target of this relation.");
        }
    }
}
