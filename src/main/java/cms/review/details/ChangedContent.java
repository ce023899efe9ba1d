package cms.review.details;

import cms.git.CommitId;
import cms.platform.cache.LeastRecentlyUsed;
import cms.platform.heap.ComparisonRoom;
import cms.platform.json.Json;
import cms.review.branch.OpenChanges;
import cms.review.files.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds the entries of a model that open changes alter. Results are cached until a change moves, so that queries about
 * an entry compare the files of each change once.
 */
final class ChangedContent {
    /** Entries of one change whose names are listed. */
    static final int NAMES_MAX = 100;

    private static final int PLACES_MAX = 50_000;
    private static final Duration REMEMBERED_FOR = Duration.ofHours(1);

    private final LeastRecentlyUsed<Key, Set<Place>> remembered = new LeastRecentlyUsed<>(
            PLACES_MAX, REMEMBERED_FOR, places -> places.size() + 1L, places -> {}, System::nanoTime);

    /** Everything that the places of a change depend on: equal keys have equal places. */
    private record Key(
            String repository, String contentRoot, CommitId tip, Optional<CommitId> base, String scope, String model) {}

    /** An entry or document; the whole of another kind has no name, and neither has a file that cannot be read. */
    private record Place(@Nullable String locale, @Nullable String entry) {
        /** A place without a name may hold any entry. */
        boolean isIn(ContentFilter filter) {
            return (locale == null || filter.locale().map(locale::equals).orElse(true))
                    && (entry == null || filter.entry().map(entry::equals).orElse(true));
        }
    }

    /** The names of the matching entries that a change alters; none where an altered file has no entries with names. */
    record Altered(Set<String> entries) {
        /** {@code { entries, count }}, with the first names of all that are counted. */
        ObjectNode json() {
            ObjectNode json = Json.object();
            entries.stream().limit(NAMES_MAX).forEach(json.putArray("entries")::add);
            return json.put("count", entries.size());
        }
    }

    /** The matching entries that a change alters and the caller may see; empty where it alters none. */
    Optional<Altered> find(
            String repository, OpenChanges open, CommitId tip, Scope scope, ContentFilter filter, ComparisonRoom room) {
        List<Place> altered = places(repository, open, tip, scope, filter.model(), room).stream()
                .filter(place -> place.isIn(filter))
                .toList();
        return altered.isEmpty()
                ? Optional.empty()
                : Optional.of(new Altered(altered.stream()
                        .map(Place::entry)
                        .filter(Objects::nonNull)
                        .collect(Collectors.toCollection(TreeSet::new))));
    }

    private Set<Place> places(
            String repository, OpenChanges open, CommitId tip, Scope scope, String model, ComparisonRoom room) {
        Key key = new Key(repository, open.contentRoot(), tip, open.base(tip), scope.text(), model);
        Set<Place> places = remembered.find(key);
        if (places == null) {
            long taken = room.bytes();
            places = open.filesAt(tip, scope).placesOf(model, room).stream()
                    .map(place -> new Place(place.locale(), place.entry()))
                    .collect(Collectors.toUnmodifiableSet());
            room.giveBack(room.bytes() - taken);
            remembered.put(key, places);
        }
        return places;
    }
}
