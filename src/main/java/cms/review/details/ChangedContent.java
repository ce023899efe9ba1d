package cms.review.details;

import cms.format.merge.FieldChange;
import cms.git.CommitId;
import cms.platform.cache.LeastRecentlyUsed;
import cms.review.branch.OpenChanges;
import cms.review.files.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which entries of a model open changes alter, remembered for as long as a change stands where it does: a question about one
 * entry compares the files of each change once.
 */
final class ChangedContent {
    private static final int PLACES_MAX = 50_000;
    private static final Duration REMEMBERED_FOR = Duration.ofHours(1);

    private final LeastRecentlyUsed<Key, Set<Place>> remembered = new LeastRecentlyUsed<>(
            PLACES_MAX, REMEMBERED_FOR, places -> places.size() + 1L, places -> {}, System::nanoTime);

    /** Equal keys have equal places: all that they are made of. */
    private record Key(String repository, CommitId tip, Optional<CommitId> base, String scope, String model) {}

    /** An entry or document; the whole of another kind has no name. */
    private record Place(@Nullable String locale, @Nullable String entry) {
        boolean isIn(ContentFilter filter) {
            return (locale == null || filter.locale().map(locale::equals).orElse(true))
                    && filter.entry().map(name -> name.equals(entry)).orElse(true);
        }
    }

    /** Whether a change alters content that is asked about, of which the scope lets the caller see. */
    boolean isAltered(String repository, OpenChanges open, CommitId tip, Scope scope, ContentFilter filter) {
        Key key = new Key(repository, tip, open.base(tip), scope.text(), filter.model());
        Set<Place> places = remembered.find(key);
        if (places == null) {
            List<FieldChange> values = open.filesAt(tip, scope).valuesOf(filter.model());
            places = values.stream()
                    .map(value ->
                            new Place(value.place().locale(), value.place().entry()))
                    .collect(Collectors.toUnmodifiableSet());
            remembered.put(key, places);
        }
        return places.stream().anyMatch(place -> place.isIn(filter));
    }
}
