package cms.content.schema;

import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.json.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The members of a form as they may be sent (design 2.2, reference 8). */
final class FormSettings {
    private static final List<String> FLAGS = List.of("enabled", "public", "honeypot", "autoApprove", "notifications");

    private FormSettings() {}

    /** Those of them that are known; INVALID for one of another type, and without any. */
    static ObjectNode of(ObjectNode sent) {
        Body form = Body.of(sent);
        ObjectNode known = Json.object();
        FLAGS.forEach(name -> form.flag(name).ifPresent(value -> known.put(name, value)));
        form.texts("exposedFields").ifPresent(names -> {
            var list = known.putArray("exposedFields");
            names.stream().distinct().forEach(list::add);
        });
        form.object("requiredOverrides").ifPresent(overrides -> {
            overrides.json().propertyNames().forEach(overrides::flag);
            known.set("requiredOverrides", overrides.json());
        });
        form.object("limits").ifPresent(limits -> {
            limits.json().propertyNames().forEach(limits::integer);
            known.set("limits", limits.json());
        });
        form.text("successMessage").ifPresent(text -> known.put("successMessage", text));
        if (form.has("captcha")) {
            JsonNode captcha = form.json().get("captcha");
            if (!captcha.isNull() && !captcha.asString("").equals("turnstile")) {
                throw Failure.invalid("`captcha` must be turnstile or null.");
            }
            known.set("captcha", captcha);
        }
        if (known.isEmpty()) {
            throw Failure.invalid("`form` is empty; send at least one of its members.");
        }
        return known;
    }
}
