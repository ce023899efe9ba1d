package cms.content.check;

import cms.content.api.HealthItem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Items about models in the order in which they are found, as many as one answer lists of each model. Those of one
 * model crowd out no others: of each model and locale so many are kept that a caller who sees it alone is told the same
 * score, and one that is worse than a warning, so that the caller is told what is invalid.
 */
final class HealthItems {
    /** Items of all models together; further ones only where their model and locale has few. */
    private static final int ALL_MAX = 2 * CheckLimits.HEALTH_ITEMS_MAX;

    /** As many warnings as take all points off a score. */
    private static final int FEW = 34;

    private static final int WITH_FEW_MAX = ALL_MAX + CheckLimits.HEALTH_ITEMS_MAX;
    private static final int WITH_FIRST_ERRORS_MAX = WITH_FEW_MAX + CheckLimits.HEALTH_ITEMS_MAX;

    private final List<HealthItem> items = new ArrayList<>();
    private final Map<String, Integer> ofModels = new HashMap<>();
    private final Map<Place, RetainedFindings> ofPlaces = new HashMap<>();
    private final Set<String> invalidModels = new HashSet<>();

    private record Place(String modelId, @Nullable String locale) {}

    private record RetainedFindings(int items, boolean isInvalid) {
        private static final RetainedFindings NOTHING = new RetainedFindings(0, false);
    }

    void add(HealthItem item) {
        Place place = new Place(item.modelId(), item.locale());
        RetainedFindings kept = ofPlaces.getOrDefault(place, RetainedFindings.NOTHING);
        int ofModel = ofModels.getOrDefault(item.modelId(), 0);
        boolean isFirstError = item.severity().isInvalid() && !kept.isInvalid();
        if (ofModel < CheckLimits.HEALTH_ITEMS_MAX && items.size() < ALL_MAX
                || kept.items() < FEW && items.size() < WITH_FEW_MAX
                || isFirstError && items.size() < WITH_FIRST_ERRORS_MAX
                || isFirstError && !invalidModels.contains(item.modelId())) {
            items.add(item);
            if (isFirstError) {
                invalidModels.add(item.modelId());
            }
            ofModels.put(item.modelId(), ofModel + 1);
            ofPlaces.put(place, new RetainedFindings(kept.items() + 1, kept.isInvalid() || isFirstError));
        }
    }

    void addAll(Iterable<HealthItem> found) {
        found.forEach(this::add);
    }

    /** Whether no further error about a model's definition would be kept. */
    boolean isFull(String modelId) {
        return ofModels.getOrDefault(modelId, 0) >= CheckLimits.HEALTH_ITEMS_MAX
                && ofPlaces.getOrDefault(new Place(modelId, null), RetainedFindings.NOTHING)
                        .isInvalid();
    }

    List<HealthItem> list() {
        return items;
    }
}
