package cms.content.check;

import cms.format.ContentNames;
import tools.jackson.databind.JsonNode;

/** {@code slug}: the rule of reference 2.4; an error. */
record SlugRule() implements TypeRule {
    @Override
    public JsonKind kind() {
        return JsonKind.STRING;
    }

    @Override
    public void checkMeaning(JsonNode value, ValuePath at) {
        if (!ContentNames.isSlug(value.stringValue())) {
            at.error("A slug has small letters and digits only, in groups joined by single hyphens.");
        }
    }
}
