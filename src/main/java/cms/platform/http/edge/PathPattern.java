package cms.platform.http.edge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parsed path of a route.
 *
 * @param pieces one for each segment
 * @param rest name of the parameter that takes all further segments; null for a pattern of a fixed length
 */
record PathPattern(List<Piece> pieces, @Nullable String rest) {
    /** A segment: the literal {@code text}, followed by the parameter {@code name} if there is one. */
    private record Piece(String text, @Nullable String name) {
        static Piece parse(String segment) {
            int open = segment.indexOf('{');
            if (open < 0) {
                return new Piece(segment, null);
            }
            if (!segment.endsWith("}") || segment.indexOf('{', open + 1) >= 0) {
                throw new IllegalArgumentException("A parameter ends its segment: " + segment);
            }
            return new Piece(segment.substring(0, open), segment.substring(open + 1, segment.length() - 1));
        }

        boolean fits(String segment) {
            return name == null ? segment.equals(text) : segment.length() > text.length() && segment.startsWith(text);
        }
    }

    static PathPattern parse(String path) {
        List<Piece> pieces = new ArrayList<>();
        String rest = null;
        for (String segment : segments(path)) {
            if (rest != null) {
                throw new IllegalArgumentException("Nothing comes behind the rest of a path: " + path);
            }
            if (segment.startsWith("<") && segment.endsWith(">")) {
                rest = segment.substring(1, segment.length() - 1);
            } else {
                pieces.add(Piece.parse(segment));
            }
        }
        return new PathPattern(List.copyOf(pieces), rest);
    }

    /** The segments between the slashes of a path; one slash at its end is ignored. */
    static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        boolean slashed = path.length() > 1 && path.endsWith("/") && !path.equals("//");
        int end = slashed ? path.length() - 1 : path.length();
        int start = path.startsWith("/") ? 1 : 0;
        while (start <= end && end > 0) {
            int slash = path.indexOf('/', start);
            int stop = slash < 0 || slash > end ? end : slash;
            segments.add(path.substring(start, stop));
            start = stop + 1;
        }
        return segments;
    }

    /** The parameters of a path that matches; null for one that does not. */
    @Nullable
    Map<String, String> match(List<String> segments, String path) {
        int count = pieces.size();
        if (rest == null ? segments.size() != count : segments.size() < count) {
            return null;
        }
        for (int i = 0; i < count; i++) {
            if (!pieces.get(i).fits(segments.get(i))) {
                return null;
            }
        }
        Map<String, String> parameters = new HashMap<>();
        int at = 1;
        for (int i = 0; i < count; i++) {
            Piece piece = pieces.get(i);
            String segment = segments.get(i);
            if (piece.name() != null) {
                parameters.put(piece.name(), segment.substring(piece.text().length()));
            }
            at += segment.length() + 1;
        }
        return rest == null ? parameters : withRest(rest, path, at, parameters);
    }

    /**
     * Adds the parameter of the rest, which has at least one character and keeps its slashes but for one at the end;
     * null where there is no rest.
     */
    private static @Nullable Map<String, String> withRest(
            String name, String path, int from, Map<String, String> parameters) {
        if (from >= path.length()) {
            return null;
        }
        boolean slashed = path.endsWith("/") && from < path.length() - 1;
        parameters.put(name, path.substring(from, slashed ? path.length() - 1 : path.length()));
        return parameters;
    }
}
