package cms.content.check;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** {@code object}: an object whose declared members are checked; others are kept silently. */
record ObjectRule(List<FieldCheck> members) implements TypeRule {
    @Override
    public JsonKind kind() {
        return JsonKind.OBJECT;
    }

    @Override
    public void checkInside(JsonNode value, ValuePath at) {
        for (FieldCheck member : members) {
            if (!at.run().visit()) {
                return;
            }
            member.check(value.get(member.name()), at.member(member.name()));
        }
    }
}
