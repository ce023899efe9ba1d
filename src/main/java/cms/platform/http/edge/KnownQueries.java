package cms.platform.http.edge;

import java.util.List;

/**
 * The query parameters that a route knows, written behind its path as RFC 6570 does: {@code {?model,at}}. A last name
 * with a star, {@code {?code,others*}}, stands for any besides: of an address that others compose or add to (decision
 * 167).
 *
 * @param others whether any other name is taken as well, and ignored
 */
public record KnownQueries(List<String> names, boolean others) {
    private static final String START = "{?";

    public KnownQueries {
        names = List.copyOf(names);
    }

    /**
     * Reads the parameters from the end of a template, as in {@code /search{?q,limit}}; none where it has no such end.
     */
    public static KnownQueries of(String template) {
        int start = template.indexOf(START);
        if (start < 0) {
            return new KnownQueries(List.of(), false);
        }
        if (!template.endsWith("}")) {
            throw new IllegalArgumentException("The query parameters are the end of a path: " + template);
        }
        List<String> stated = List.of(template.substring(start + START.length(), template.length() - 1)
                .split(","));
        boolean others = stated.getLast().endsWith("*");
        return new KnownQueries(others ? stated.subList(0, stated.size() - 1) : stated, others);
    }

    /** A template without the parameters behind its path. */
    public static String path(String template) {
        int start = template.indexOf(START);
        return start < 0 ? template : template.substring(0, start);
    }

    /** For people: {@code model, at}, or {@code none}. */
    String listed() {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }

    boolean takes(String name) {
        return others || names.contains(name);
    }
}
