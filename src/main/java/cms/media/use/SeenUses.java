package cms.media.use;

import cms.project.ProjectAccess;
import cms.review.Reviews;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of {@code media_uses used} that a caller may see, as {@link Use#isSeenBy} decides it for one.
 *
 * @param where conditions in SQL, each behind an {@code AND}
 * @param values the parameters of the conditions
 */
public record SeenUses(String where, Map<String, Object> values) {
    /** {@code branches}: those that uses are stored of. */
    static SeenUses by(ProjectAccess place, Collection<String> branches) {
        Map<String, Object> values = new LinkedHashMap<>();
        StringBuilder where = new StringBuilder();
        place.models().list().ifPresent(models -> {
            List<String> visible = branches.stream()
                    .filter(branch -> Reviews.isVisible(branch, place.models()))
                    .toList();
            where.append(" AND ").append(among("used.model_id", "useModel", models, values));
            where.append(" AND ").append(among("used.branch", "useBranch", visible, values));
        });
        place.locales()
                .list()
                .ifPresent(locales -> where.append(" AND (used.locale IS NULL OR ")
                        .append(among("used.locale", "useLocale", locales, values))
                        .append(')'));
        return new SeenUses(where.toString(), values);
    }

    private static String among(String column, String name, List<String> any, Map<String, Object> values) {
        if (any.isEmpty()) {
            return "1 = 0";
        }
        StringBuilder among = new StringBuilder();
        for (int i = 0; i < any.size(); i++) {
            among.append(i == 0 ? "" : ", ").append(':').append(name).append(i);
            values.put(name + i, any.get(i));
        }
        return column + " IN (" + among + ")";
    }
}
