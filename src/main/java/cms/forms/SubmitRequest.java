package cms.forms;

import cms.format.FieldDefinition;
import cms.forms.clean.FieldTexts;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.Body;
import cms.platform.http.Multipart;
import cms.platform.http.Request;
import cms.platform.json.Json;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The body that a visitor sends, as JSON or as a plain HTML form.
 *
 * @param named a top member of the request by name
 * @param values the values of a form's fields
 * @param isPlain whether it is an HTML form, whose page may wait for another page
 * @param hash a hash of the body, by which repetitions are recognised
 */
record SubmitRequest(
        Function<String, Optional<String>> named, Function<Form, ObjectNode> values, boolean isPlain, String hash) {
    private static final int PAIRS_MAX = 1_000;

    /** @throws Failure INVALID for a body that cannot be read, UNSUPPORTED_MEDIA_TYPE for another media type */
    static SubmitRequest parse(Request request) {
        String type = request.header("Content-Type")
                .orElse("")
                .toLowerCase(Locale.ROOT)
                .strip();
        if (type.startsWith("multipart/form-data")) {
            return plain(request.multipart(FormLimits.BODY_BYTES_MAX, Multipart.TooLong.REFUSED)
                    .texts());
        }
        if (type.startsWith("application/x-www-form-urlencoded")) {
            return plain(decoded(new String(request.bodyBytes(), StandardCharsets.UTF_8)));
        }
        if (request.hasBody() && !type.startsWith("application/json")) {
            throw Failure.of(
                    FailureKind.UNSUPPORTED_MEDIA_TYPE,
                    "Send application/json, application/x-www-form-urlencoded or multipart/form-data.");
        }
        Body body = request.body();
        ObjectNode data = body.requiredObject("data").json();
        return new SubmitRequest(name -> textOf(body, name), form -> picked(form, data), false, hash(body.json()));
    }

    /** A member of the request itself; in an HTML form, which has one namespace for both, a field goes first. */
    Optional<String> member(Form form, String name) {
        return isPlain && form.fields().containsKey(name) ? Optional.empty() : named.apply(name);
    }

    /** Whether the honeypot field, which no person sees, is filled. */
    boolean fillsHoneypot() {
        return named.apply("_hp").filter(text -> !text.isBlank()).isPresent();
    }

    /** The captcha's token, in either of its two spellings. */
    Optional<String> captchaToken(Form form) {
        return member(form, "captchaToken").or(() -> member(form, "cf-turnstile-response"));
    }

    /** The time between {@code _ts}, when the form was shown, and now; negative where the page does not send it. */
    long millisToFill(Form form, long now) {
        return member(form, "_ts")
                .filter(text -> text.matches("[0-9]{10,15}"))
                .map(text -> now - Long.parseLong(text))
                .orElse(-1L);
    }

    private static SubmitRequest plain(Map<String, List<String>> texts) {
        Function<String, List<String>> named = name -> texts.getOrDefault(name, List.of());
        return new SubmitRequest(
                name -> named.apply(name).stream()
                        .filter(text -> !text.isEmpty())
                        .findFirst(),
                form -> typed(form, named),
                true,
                hash(texts));
    }

    private static String hash(Object body) {
        return Hashes.sha256Hex(Json.bytes(body));
    }

    private static Optional<String> textOf(Body body, String name) {
        return body.node(name).map(node -> node.isString() ? node.asString() : node.toString());
    }

    private static ObjectNode picked(Form form, ObjectNode data) {
        ObjectNode picked = Json.object();
        for (String name : form.fields().keySet()) {
            JsonNode value = data.get(name);
            if (value != null && !value.isNull()) {
                picked.set(name, value);
            }
        }
        return picked;
    }

    private static ObjectNode typed(Form form, Function<String, List<String>> texts) {
        ObjectNode typed = Json.object();
        for (Map.Entry<String, FieldDefinition> field : form.fields().entrySet()) {
            List<String> sent = texts.apply(field.getKey()).stream()
                    .limit(FormLimits.FIELD_VALUES_MAX)
                    .toList();
            FieldTexts.value(field.getValue(), sent).ifPresent(value -> typed.set(field.getKey(), value));
        }
        return typed;
    }

    private static Map<String, List<String>> decoded(String body) {
        Map<String, List<String>> decoded = new LinkedHashMap<>();
        String[] pairs = body.split("&", PAIRS_MAX + 1);
        if (pairs.length > PAIRS_MAX) {
            throw Failure.invalid("The form has too many fields.");
        }
        try {
            for (String pair : pairs) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                decoded.computeIfAbsent(decode(name), key -> new ArrayList<>()).add(decode(value));
            }
        } catch (IllegalArgumentException malformed) {
            throw Failure.invalid("The form is not well encoded.").causedBy(malformed);
        }
        return decoded;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
