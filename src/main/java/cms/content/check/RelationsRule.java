package cms.content.check;

import tools.jackson.databind.JsonNode;

/** {@code relations}: a list of references, each as {@link RelationRule} checks it. */
record RelationsRule(RelationRule each) implements TypeRule {
    @Override
    public JsonKind kind() {
        return JsonKind.ARRAY;
    }

    @Override
    public void checkInside(JsonNode value, ValuePath at) {
        for (int i = 0; i < value.size() && at.run().visit(); i++) {
            JsonNode reference = value.get(i);
            ValuePath item = at.item(i);
            if (!each.kind().includes(reference)) {
                item.error("The value must be " + each.kind().words() + ".");
            } else {
                each.checkInside(reference, item);
            }
        }
    }
}
