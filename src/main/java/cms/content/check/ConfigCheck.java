package cms.content.check;

import cms.content.api.HealthItem;
import cms.format.ModelDefinition.ProblemSeverity;
import cms.format.ProjectConfig;
import java.util.List;

/** Checks whether a configuration may be written (reference 1.4, its end). */
public final class ConfigCheck {
    private ConfigCheck() {}

    /** Items of the type {@code config_invalid}; the route answers 422 where one is an error. */
    public static List<HealthItem> check(ProjectConfig config) {
        return config.problems().stream()
                .map(problem -> HealthItem.of(
                                HealthItem.CONFIG,
                                "config_invalid",
                                problem.error() ? ProblemSeverity.ERROR : ProblemSeverity.WARNING,
                                problem.message())
                        .at(problem.field()))
                .toList();
    }

    /** Whether no item is worse than a warning. */
    public static boolean valid(List<HealthItem> items) {
        return items.stream().noneMatch(item -> item.severity().isInvalid());
    }
}
