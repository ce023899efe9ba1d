package cms.content.check;

import tools.jackson.databind.JsonNode;

/** {@code url}: an absolute web address, or a path that begins with a slash; a warning. */
record UrlRule() implements TypeRule {
    @Override
    public JsonKind kind() {
        return JsonKind.STRING;
    }

    @Override
    public void checkMeaning(JsonNode value, ValuePath at) {
        String text = value.stringValue();
        if (!text.startsWith("/") && !startsAndGoesOn(text, "http://") && !startsAndGoesOn(text, "https://")) {
            at.warning("The value does not begin like a web address (https://…) or a path (/…).");
        }
    }

    private static boolean startsAndGoesOn(String text, String scheme) {
        return text.startsWith(scheme) && text.length() > scheme.length();
    }
}
