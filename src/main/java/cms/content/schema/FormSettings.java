package cms.content.schema;

import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.json.Json;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The members of a form as they may be sent (design 2.2, reference 8). */
final class FormSettings {
    private static final List<String> FLAGS = List.of("enabled", "public", "honeypot", "autoApprove", "notifications");
    private static final List<String> LIMITS = List.of("rateLimitPerIp", "maxPerMonth");

    private static final int RATE_MAX = 600;
    private static final int MESSAGE_CHARS_MAX = 1000;
    private static final Pattern ORIGIN = Pattern.compile("https?://[a-z0-9.\\-]{1,253}(?::[0-9]{1,5})?");
    private static final Pattern URL = Pattern.compile("https?://[\\x21-\\x7e]{1,2000}");

    private FormSettings() {}

    /** The known members; INVALID for a member of another type, and where none is known. */
    static ObjectNode of(ObjectNode sent) {
        Body form = Body.of(sent);
        refuseNamed(form);
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
        form.object("limits").ifPresent(limits -> known.set("limits", limits(limits)));
        form.texts("allowedOrigins").ifPresent(origins -> {
            var list = known.putArray("allowedOrigins");
            origins.stream().distinct().map(FormSettings::origin).forEach(list::add);
        });
        if (form.has("successUrl")) {
            known.put(
                    "successUrl", form.text("successUrl").map(FormSettings::url).orElse(null));
        }
        if (form.has("successMessage")) {
            known.put(
                    "successMessage",
                    form.text("successMessage").map(FormSettings::message).orElse(null));
        }
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

    /** Refuses what a form's configuration tells of the honeypot: the field has one name, and is there or not. */
    private static void refuseNamed(Body form) {
        if (form.has("honeypotField")) {
            throw Failure.invalid("Send `honeypot`, true or false; the hidden field, which `honeypotField` of a form's"
                    + " configuration tells, is always named _hp.");
        }
    }

    private static ObjectNode limits(Body limits) {
        for (String name : limits.json().propertyNames()) {
            // They replace the limits that there are: a misspelled one would lift the one that it stands for.
            if (!LIMITS.contains(name)) {
                throw Failure.invalid(
                        "`limits` has no `" + name + "`; there are " + String.join(" and ", LIMITS) + ".");
            }
        }
        limits.integer("rateLimitPerIp").ifPresent(rate -> {
            if (rate < 1 || rate > RATE_MAX) {
                throw Failure.invalid("`limits.rateLimitPerIp` must be from 1 to 600 a minute.");
            }
        });
        limits.integer("maxPerMonth").ifPresent(max -> {
            if (max < 0) {
                throw Failure.invalid("`limits.maxPerMonth` must not be negative.");
            }
        });
        return limits.json();
    }

    /** As browsers send it: scheme, host and perhaps a port, nothing behind. */
    private static String origin(String text) {
        if (!ORIGIN.matcher(text).matches()) {
            throw Failure.invalid("`allowedOrigins` must be origins such as https://www.example.org.");
        }
        return text;
    }

    private static String message(String text) {
        if (text.length() > MESSAGE_CHARS_MAX) {
            throw Failure.invalid("`successMessage` may have at most " + MESSAGE_CHARS_MAX + " characters.");
        }
        return text;
    }

    private static String url(String text) {
        if (!URL.matcher(text).matches()) {
            throw Failure.invalid("`successUrl` must be a whole http or https URL, or null.");
        }
        return text;
    }
}
