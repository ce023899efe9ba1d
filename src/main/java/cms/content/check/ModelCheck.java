package cms.content.check;

import cms.content.api.HealthItem;
import cms.content.pattern.EcmaPattern;
import cms.format.FieldDefinition;
import cms.format.FieldType;
import cms.format.ModelDefinition;
import cms.format.ModelDefinition.Problem;
import cms.format.ModelDefinition.ProblemSeverity;
import cms.format.ModelKind;
import cms.format.ProjectConfig;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Checks a model definition (reference 1.2, 1.4): takes over the problems that its parser found in the file, and adds
 * those that need the project or the pattern engine.
 */
public final class ModelCheck {
    public static final String FILES_OF_ANOTHER =
            "The content_path leads to files of another model; give each model a folder of its own.";

    private final @Nullable ProjectConfig config;
    private final Set<String> modelIds;

    /** {@code modelIds}: all models of the project as they are going to be, the checked one included. */
    public ModelCheck(@Nullable ProjectConfig config, Set<String> modelIds) {
        this.config = config;
        this.modelIds = Set.copyOf(modelIds);
    }

    /**
     * The findings about a stored model, a thousand and an error at most; its names are checked as leniently as readers
     * take them.
     */
    public List<HealthItem> check(ModelDefinition model) {
        return items(model).list();
    }

    private HealthItems items(ModelDefinition model) {
        HealthItems items = new HealthItems();
        for (Problem problem : model.problems()) {
            items.add(HealthItem.of(model.id(), problem.code(), severity(problem), problem.message())
                    .at(problem.field()));
        }
        checkDomain(model, items);
        FieldPaths.of(model).forEach((path, field) -> checkField(model, path, field, items));
        return items;
    }

    /** The findings about a model to be saved: those about a stored one, and the stricter rules for names. */
    public List<HealthItem> checkForSave(ModelDefinition model) {
        HealthItems items = items(model);
        ModelNameCheck.check(model, items);
        return items.list();
    }

    /** A select without options takes any string, so readers are only warned (reference 1.2). */
    private static ProblemSeverity severity(Problem problem) {
        return problem.code().equals("select_missing_options") ? ProblemSeverity.WARNING : problem.severity();
    }

    private void checkDomain(ModelDefinition model, HealthItems items) {
        boolean stated = model.raw().path("domain").isString();
        List<String> domains = config == null ? List.of() : config.domains();
        if (stated && !domains.isEmpty() && !domains.contains(model.domain())) {
            String message =
                    "The domain " + ValuePath.quoted(model.domain()) + " is not among those of the configuration.";
            items.add(HealthItem.of(model.id(), "domain_not_in_config", ProblemSeverity.WARNING, message));
        }
    }

    private void checkField(ModelDefinition model, String path, FieldDefinition field, HealthItems items) {
        if (field.pattern().map(EcmaPattern::parse).orElse(null) instanceof EcmaPattern.Invalid invalid) {
            String message = "The pattern is not a regular expression: " + invalid.reason() + ".";
            items.add(HealthItem.of(model.id(), "invalid_pattern", ProblemSeverity.ERROR, message)
                    .at(path));
        }
        for (String target : field.models()) {
            if (items.isFull(model.id())) {
                break;
            }
            if (!modelIds.contains(target)) {
                String message =
                        "The relation points into the model " + ValuePath.quoted(target) + ", which does not exist.";
                items.add(HealthItem.of(model.id(), "relation_target_missing", ProblemSeverity.ERROR, message)
                        .at(path));
            }
        }
        if (field.min().isPresent()
                && field.max().isPresent()
                && field.min().getAsDouble() > field.max().getAsDouble()) {
            String message = "The minimum is above the maximum, so no value is valid.";
            items.add(HealthItem.of(model.id(), "invalid_constraint", ProblemSeverity.ERROR, message)
                    .at(path));
        }
        if (field.unique() && (model.kind() == ModelKind.SINGLETON || path.contains("[]"))) {
            String message = "Uniqueness means nothing here, because there is nothing to compare with.";
            items.add(HealthItem.of(model.id(), "invalid_constraint", ProblemSeverity.WARNING, message)
                    .at(path));
        }
        JsonNode preset = field.defaultValue().orElse(null);
        FieldType type = field.type().orElse(null);
        if (preset != null && type != null && !coherent(field, type, preset)) {
            String message = "The default is not a value that the field can have.";
            items.add(HealthItem.of(model.id(), "invalid_default", ProblemSeverity.WARNING, message)
                    .at(path));
        }
    }

    private static boolean coherent(FieldDefinition field, FieldType type, JsonNode preset) {
        if (!TypeRules.of(type, field).kind().includes(preset)) {
            return false;
        }
        return type != FieldType.SELECT
                || field.options().isEmpty()
                || field.options().contains(preset.stringValue());
    }
}
