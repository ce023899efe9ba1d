package cms.format.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Settles each clash of one file by a resolution, or notes it as a conflict. */
final class ClashResolver {
    /** Members of meta that name the last author: the side that lands later wins. */
    private static final Set<String> LAST_WRITER = Set.of("updated_by", "source");

    private final List<Resolution> resolutions;
    private final Set<Resolution> used;
    private final boolean meta;
    private final String entriesPath;
    private final List<Conflict> open = new ArrayList<>();

    /**
     * {@code entriesPath} is the content file beside a meta file; a decision about an entry there counts for its meta
     * here.
     */
    ClashResolver(List<Resolution> resolutions, Set<Resolution> used, boolean meta, String entriesPath) {
        this.used = used;
        this.resolutions = resolutions;
        this.meta = meta;
        this.entriesPath = entriesPath;
    }

    /** The value that the merge keeps; null for none, also while the clash is undecided. */
    @Nullable
    JsonNode settle(Conflict clash) {
        List<Resolution> deciding = resolutions.stream()
                .filter(resolution -> decides(resolution, clash.place()))
                .toList();
        used.addAll(deciding);
        if (!deciding.isEmpty()) {
            Resolution resolution = deciding.getFirst();
            return switch (resolution.take()) {
                case Resolution.Ours ours -> clash.ours();
                case Resolution.Theirs theirs -> clash.theirs();
                case Resolution.Value(JsonNode value) -> meta && wholeEntry(resolution) ? clash.theirs() : value;
            };
        }
        String field = clash.place().field();
        if (meta && field != null && LAST_WRITER.contains(field)) {
            return clash.theirs() == null ? clash.ours() : clash.theirs();
        }
        open.add(clash);
        return null;
    }

    private boolean decides(Resolution resolution, ValueAddress place) {
        boolean exactly = resolution.path().equals(place.path())
                && Objects.equals(resolution.entry(), place.entry())
                && Objects.equals(resolution.field(), place.field());
        return exactly || (meta && wholeEntry(resolution) && Objects.equals(resolution.entry(), place.entry()));
    }

    private boolean wholeEntry(Resolution resolution) {
        return resolution.path().equals(entriesPath) && resolution.field() == null;
    }

    List<Conflict> open() {
        return open;
    }
}
