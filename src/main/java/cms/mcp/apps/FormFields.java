package cms.mcp.apps;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.Request;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The fields of a posted form. */
final class FormFields {
    private static final int FIELDS_MAX = 50;

    private final Map<String, List<String>> fields;

    private FormFields(Map<String, List<String>> fields) {
        this.fields = fields;
    }

    /** @throws Failure UNSUPPORTED_MEDIA_TYPE for anything but a form, INVALID for one that cannot be read */
    static FormFields of(Request request) {
        String type = request.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (!type.split(";", 2)[0].strip().equals("application/x-www-form-urlencoded")) {
            throw Failure.of(FailureKind.UNSUPPORTED_MEDIA_TYPE, "Send a form: application/x-www-form-urlencoded.");
        }
        String[] pairs = new String(request.bodyBytes(), StandardCharsets.UTF_8).split("&", FIELDS_MAX + 1);
        if (pairs.length > FIELDS_MAX) {
            throw OAuthFailure.of(OAuthFailure.INVALID_REQUEST, "The form has too many fields.");
        }
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            String value = decode(equals < 0 ? "" : pair.substring(equals + 1));
            fields.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
        }
        return new FormFields(fields);
    }

    /** A field that may be given once; empty when it is absent or blank. */
    Optional<String> one(String name) {
        List<String> values = all(name);
        if (values.size() > 1) {
            throw OAuthFailure.of(OAuthFailure.INVALID_REQUEST, "`" + name + "` stands more than once.");
        }
        return values.stream().filter(value -> !value.isBlank()).findFirst();
    }

    String required(String name) {
        return one(name)
                .orElseThrow(() -> OAuthFailure.of(OAuthFailure.INVALID_REQUEST, "`" + name + "` is required."));
    }

    List<String> all(String name) {
        return fields.getOrDefault(name, List.of());
    }

    private static String decode(String text) {
        try {
            String value = URLDecoder.decode(text, StandardCharsets.UTF_8);
            if (value.indexOf('\0') >= 0) {
                throw OAuthFailure.of(OAuthFailure.INVALID_REQUEST, "The form holds a NUL.");
            }
            return value;
        } catch (IllegalArgumentException malformed) {
            throw OAuthFailure.of(OAuthFailure.INVALID_REQUEST, "The form is not well encoded.")
                    .causedBy(malformed);
        }
    }
}
