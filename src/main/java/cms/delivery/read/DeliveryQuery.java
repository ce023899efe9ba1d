package cms.delivery.read;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query for the entries of one model.
 *
 * @param locales the locales in the order in which an entry is looked for
 * @param filters all must hold
 * @param fields empty for all
 * @param cursor null for the first page
 * @param includes paths of relation fields, each at most {@value #INCLUDE_DEPTH_MAX} deep
 */
record DeliveryQuery(
        String model,
        List<String> locales,
        List<Filter> filters,
        List<Order> orders,
        List<String> fields,
        int limit,
        @Nullable RowCursor cursor,
        List<List<String>> includes) {
    static final int INCLUDE_DEPTH_MAX = 3;

    /** @param field members of members parted by dots */
    record Order(String field, boolean descending) {}
}
