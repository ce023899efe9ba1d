package cms.platform.http.edge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The routes by method and path; of several patterns that match a path the first one is used.
 *
 * <p>It matches as the router of the server does, which tries one expression after the other. Comparing segments takes
 * some microseconds less for each request, and much less in the first thousand after a start.
 */
public final class PathTable<T> {
    private final Map<String, List<Entry<T>>> byMethod = new HashMap<>();

    /** @param parameters raw texts in the path, by their names in the pattern */
    public record Found<T>(T value, Map<String, String> parameters) {}

    private record Entry<T>(PathPattern pattern, T value) {}

    /** @param pattern literal segments and {@code {name}} parameters; a last {@code <name>} takes the rest */
    public void add(String method, String pattern, T value) {
        byMethod.computeIfAbsent(method, missing -> new ArrayList<>())
                .add(new Entry<>(PathPattern.parse(pattern), value));
    }

    /** @param path raw, still percent-encoded; one slash at its end is ignored */
    public Optional<Found<T>> find(String method, String path) {
        List<String> segments = PathPattern.segments(path);
        for (Entry<T> entry : byMethod.getOrDefault(method, List.of())) {
            @Nullable Map<String, String> parameters = entry.pattern().match(segments, path);
            if (parameters != null) {
                return Optional.of(new Found<>(entry.value(), parameters));
            }
        }
        return Optional.empty();
    }

    /** The handlers at a path by method, in a new map. */
    public SortedMap<String, T> at(String path) {
        List<String> segments = PathPattern.segments(path);
        SortedMap<String, T> mounted = new TreeMap<>();
        byMethod.forEach((method, entries) -> entries.stream()
                .filter(entry -> entry.pattern().match(segments, path) != null)
                .findFirst()
                .ifPresent(entry -> mounted.put(method, entry.value())));
        return mounted;
    }
}
