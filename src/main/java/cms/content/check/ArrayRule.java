package cms.content.check;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** {@code array}: a list whose items are all checked by one definition, when there is one. */
record ArrayRule(@Nullable FieldCheck items) implements TypeRule {
    @Override
    public JsonKind kind() {
        return JsonKind.ARRAY;
    }

    @Override
    public void checkInside(JsonNode value, ValuePath at) {
        if (items == null) {
            return;
        }
        for (int i = 0; i < value.size() && at.run().visit(); i++) {
            items.check(value.get(i), at.item(i));
        }
    }
}
