package cms.platform.http.edge;

import cms.platform.failure.Failure;
import java.math.BigInteger;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The parameters of a query string, decoded when they are asked for. */
public final class QueryString {
    private static final int SHOWN_CHARS_MAX = 60;
    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,40}");
    private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    private final String raw;
    private final KnownQueries known;
    private @Nullable List<Parameter> parameters;

    private record Parameter(String name, String value) {}

    private QueryString(String raw, KnownQueries known) {
        this.raw = raw;
        this.known = known;
    }

    /** @param raw without the question mark; null when there is none */
    public static QueryString of(@Nullable String raw, KnownQueries known) {
        return new QueryString(raw == null ? "" : raw, known);
    }

    /**
     * All values of a parameter in their order; empty texts for a name alone.
     *
     * @throws Failure INVALID when any of them cannot be decoded, because dropping a condition would change the answer
     */
    public List<String> values(String name) {
        return named(name).map(Parameter::value).toList();
    }

    /**
     * The one value of a parameter; empty when absent or blank.
     *
     * @throws Failure INVALID when it contains a NUL, or is given more than once, which would be ambiguous
     */
    public Optional<String> one(String name) {
        List<String> values = values(name);
        if (values.size() > 1) {
            throw Failure.invalid("The query parameter `" + name + "` may stand once.");
        }
        return values.stream().findFirst().filter(text -> {
            if (text.indexOf('\0') >= 0) {
                throw Failure.invalid("The query parameter `" + name + "` is malformed.");
            }
            return !text.isBlank();
        });
    }

    /**
     * A whole number from 1 to {@code max}.
     *
     * @throws Failure INVALID when anything else was sent
     */
    public int number(String name, int otherwise, int max) {
        BigInteger number = whole(name, otherwise, max);
        if (number.signum() < 1 || number.compareTo(BigInteger.valueOf(max)) > 0) {
            throw noNumber(name, max);
        }
        return number.intValue();
    }

    /** A whole number, brought into the bounds of 1 and {@code max}. */
    public int clamped(String name, int otherwise, int max) {
        return whole(name, otherwise, max)
                .max(BigInteger.ONE)
                .min(BigInteger.valueOf(max))
                .intValue();
    }

    private BigInteger whole(String name, int otherwise, int max) {
        String text = one(name).orElse(Integer.toString(otherwise));
        if (!WHOLE_NUMBER.matcher(text).matches()) {
            throw noNumber(name, max);
        }
        return new BigInteger(text);
    }

    private static Failure noNumber(String name, int max) {
        return Failure.invalid("`" + name + "` must be a whole number from 1 to " + max + ".");
    }

    /**
     * A parameter that is true or false; false when absent. A misread one could write, or delete for good.
     *
     * @throws Failure INVALID for any other value, and for none
     */
    public boolean flag(String name) {
        return switch (one(name).orElse(names(name) ? "" : "false")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw Failure.invalid("`" + name + "` must be true or false.");
        };
    }

    /** Whether a parameter is present, with or without a value. */
    public boolean names(String name) {
        return named(name).findAny().isPresent();
    }

    /** The parameters of a name that the route states; others are refused before, so reading one is a fault. */
    private Stream<Parameter> named(String name) {
        if (!known.takes(name)) {
            throw new IllegalArgumentException("The path of this route states no query parameter " + name + ".");
        }
        return parameters().stream().filter(parameter -> parameter.name().equals(name));
    }

    /** The same as {@link #checkAll}, where the route does not take others besides. */
    public void check() {
        if (!known.others()) {
            checkAll();
        }
    }

    /** @throws Failure INVALID with the first parameter that the route does not state, and the stated ones */
    public void checkAll() {
        parameters().stream()
                .map(Parameter::name)
                .filter(name -> !name.isEmpty() && !known.names().contains(name))
                .findFirst()
                .ifPresent(wrong -> {
                    throw Failure.invalid("There is no query parameter `" + shown(wrong) + "` here; there are "
                                    + known.listed() + ".")
                            .withCode("query.unknown_parameter");
                });
    }

    private static String shown(String name) {
        String start = name.length() <= SHOWN_CHARS_MAX ? name : name.substring(0, SHOWN_CHARS_MAX) + "…";
        return start.replaceAll("\\p{Cntrl}", " ");
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

    /** Decodes a text; bytes that are not UTF-8 become replacement characters. */
    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
