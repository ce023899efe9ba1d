package cms.forms;

import cms.format.FieldDefinition;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.format.language.FieldKey;
import cms.platform.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The form block of a model, read leniently, because a push may have written anything (reference 8). It shares what it
 * has of the model's file, which is as long as somebody likes.
 *
 * @param model the model with only the exposed fields that are no media, and required as the form says
 * @param fields the same fields in the order of {@code exposedFields}
 */
record Form(ModelDefinition model, Map<String, FieldDefinition> fields, JsonNode block) {
    private static final String THANKS = "Thank you! Your message has been sent.";

    /** The form of a model; empty where it is not enabled and public. */
    static Optional<Form> of(ModelDefinition model) {
        JsonNode block = model.raw().path("form");
        boolean open = isEnabled(model) && block.path("public").asBoolean(false);
        if (!open || model.kind() != ModelKind.COLLECTION) {
            return Optional.empty();
        }
        ObjectNode exposed = Json.object();
        for (JsonNode name : block.path("exposedFields")) {
            FieldDefinition field = model.fields().get(name.asString(""));
            if (field != null && !exposed.has(field.name()) && !isMedia(field)) {
                exposed.set(field.name(), asAsked(field, block.path("requiredOverrides")));
            }
        }
        ObjectNode members =
                Json.object().put("id", model.id()).put("kind", model.kind().wireName());
        ModelDefinition asked = ModelDefinition.parse(model.id(), members.set("fields", exposed));
        Map<String, FieldDefinition> fields = new LinkedHashMap<>();
        exposed.propertyNames().forEach(name -> fields.put(name, asked.fields().get(name)));
        return Optional.of(new Form(asked, fields, block));
    }

    /** Whether a model counts among the forms of a plan. */
    static boolean isEnabled(ModelDefinition model) {
        return model.raw().path("form").path("enabled").asBoolean(false);
    }

    private static ObjectNode asAsked(FieldDefinition field, JsonNode overrides) {
        JsonNode override = overrides.path(field.name());
        return override.isBoolean()
                ? Json.object().setAll(field.raw()).put("required", override.booleanValue())
                : field.raw();
    }

    private static boolean isMedia(FieldDefinition field) {
        return field.type().filter(FieldKey.ACCEPT::appliesTo).isPresent()
                || field.items().filter(Form::isMedia).isPresent()
                || field.fields().values().stream().anyMatch(Form::isMedia);
    }

    boolean hasHoneypot() {
        return block.path("honeypot").asBoolean(false);
    }

    boolean asksCaptcha() {
        return block.path("captcha").asString("").equals("turnstile");
    }

    boolean approvesItself() {
        return block.path("autoApprove").asBoolean(false);
    }

    boolean notifies() {
        return block.path("notifications").asBoolean(true);
    }

    String successMessage() {
        String message = block.path("successMessage").asString("");
        return message.isBlank() ? THANKS : message;
    }

    /** The address to which a browser is sent after a form without script. */
    Optional<String> successUrl() {
        String url = block.path("successUrl").asString("");
        return url.matches("https?://[\\x21-\\x7e]{1,2000}") ? Optional.of(url) : Optional.empty();
    }

    /** Whether pages of this origin may send; requests without one always may. */
    boolean takesFrom(Optional<String> origin) {
        JsonNode allowed = block.path("allowedOrigins");
        return !allowed.isArray()
                || allowed.isEmpty()
                || origin.isEmpty()
                || allowed.valueStream().anyMatch(node -> node.asString("").equals(origin.get()));
    }

    OptionalInt ratePerMinute() {
        JsonNode rate = block.path("limits").path("rateLimitPerIp");
        boolean sound =
                rate.isInt() && rate.intValue() >= FormLimits.RATE_MIN && rate.intValue() <= FormLimits.RATE_MAX;
        return sound ? OptionalInt.of(rate.intValue()) : OptionalInt.empty();
    }

    OptionalLong monthMax() {
        JsonNode max = block.path("limits").path("maxPerMonth");
        return max.isIntegralNumber() && max.canConvertToLong() && max.longValue() >= 0
                ? OptionalLong.of(max.longValue())
                : OptionalLong.empty();
    }
}
