package cms.review.history;

import cms.format.merge.FieldChange;
import cms.review.submit.Operation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A filter of landings; an empty member lets all through. */
public record LandingFilter(Optional<String> model, Optional<String> entry, Optional<String> locale) {
    /** Kinds of operations that change entries of the model that they name, and nothing else. */
    private static final Set<Operation.Kind> OF_ENTRIES =
            Set.of(Operation.Kind.SAVE, Operation.Kind.STATUS, Operation.Kind.SCHEDULE);

    boolean isAll() {
        return model.isEmpty() && entry.isEmpty() && locale.isEmpty();
    }

    /** Whether an operation on entries of one model alone cannot match. */
    boolean excludes(Operation action) {
        return isOfEntriesAlone(action) && (!is(model, action.model()) || leavesAlone(action.entries()));
    }

    /**
     * Whether the named entries lack the wanted one. Unknown, and so false, for a key with a blank, which looks like
     * two, and for a list as long as a trailer may be, which may go on.
     */
    private boolean leavesAlone(List<String> named) {
        boolean allNamed = !named.isEmpty() && named.size() < Trailers.ENTRIES_MAX;
        return allNamed
                && entry.filter(key -> !key.contains(" ") && !named.contains(key))
                        .isPresent();
    }

    boolean takes(FieldChange change) {
        return is(model, change.place().model())
                && is(entry, change.place().entry())
                && (change.place().locale() == null || is(locale, change.place().locale()));
    }

    private static boolean is(Optional<String> asked, @Nullable String value) {
        return asked.isEmpty() || asked.get().equals(value);
    }

    /** Whether an operation changes entries of the model that it names, and nothing else. */
    static boolean isOfEntriesAlone(Operation action) {
        return OF_ENTRIES.contains(action.kind()) && !action.model().isEmpty();
    }
}
