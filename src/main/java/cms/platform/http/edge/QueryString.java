package cms.platform.http.edge;

import cms.platform.failure.Failure;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The parameters of a query string, decoded when they are asked for. */
public final class QueryString {
    private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    private final String raw;
    private @Nullable List<Parameter> parameters;

    private record Parameter(String name, String value) {}

    private QueryString(String raw) {
        this.raw = raw;
    }

    /** @param raw without the question mark; null when there is none */
    public static QueryString of(@Nullable String raw) {
        return new QueryString(raw == null ? "" : raw);
    }

    /**
     * Every value of a parameter in the order in which they stand; empty texts for a name alone.
     *
     * @throws Failure INVALID when any of them cannot be decoded: a question with a condition less has another answer
     */
    public List<String> values(String name) {
        return parameters().stream()
                .filter(parameter -> parameter.name().equals(name))
                .map(Parameter::value)
                .toList();
    }

    /** Whether a parameter is named at all, with a value or without. */
    public boolean names(String name) {
        return parameters().stream().anyMatch(parameter -> parameter.name().equals(name));
    }

    /** The first name that is none of these. */
    public Optional<String> unknown(List<String> known) {
        return parameters().stream()
                .map(Parameter::name)
                .filter(name -> !name.isEmpty() && !known.contains(name))
                .findFirst();
    }

    private List<Parameter> parameters() {
        List<Parameter> known = parameters;
        if (known == null) {
            known = parse();
            parameters = known;
        }
        return known;
    }

    private List<Parameter> parse() {
        if (BROKEN_ESCAPE.matcher(raw).find()) {
            throw Failure.invalid(
                    "A percent sign in the query string stands before two hexadecimal digits; write it as %25.");
        }
        List<Parameter> found = new ArrayList<>();
        for (String pair : raw.isEmpty() ? new String[0] : raw.split("&")) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            found.add(new Parameter(decode(name), equals < 0 ? "" : decode(pair.substring(equals + 1))));
        }
        return found;
    }

    /** Bytes that are no UTF-8 become replacement characters: they are data like any other. */
    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
