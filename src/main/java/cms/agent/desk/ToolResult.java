package cms.agent.desk;

import cms.agent.model.AgentLimits;
import cms.content.api.Finding;
import cms.content.api.SaveReport;
import cms.content.api.Written;
import cms.git.FileChange;
import cms.platform.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The result of a tool.
 *
 * @param failed whether nothing was done
 * @param isParked whether the call waits for a person's consent; the value holds a code that the model must not see
 * @param isOfStrangers whether it contains text of strangers
 */
public record ToolResult(ObjectNode value, boolean failed, Effect effect, boolean isParked, boolean isOfStrangers) {
    public ToolResult(ObjectNode value, boolean failed, Effect effect) {
        this(value, failed, effect, false, false);
    }

    static ToolResult parked(ObjectNode forClient) {
        return new ToolResult(forClient, false, Effect.none(), true, false);
    }

    public static ToolResult of(ObjectNode value) {
        return new ToolResult(value, false, Effect.none());
    }

    /** A result of reading, with or without text of strangers. */
    public static ToolResult read(ObjectNode value, boolean isOfStrangers) {
        return new ToolResult(value, false, Effect.none(), false, isOfStrangers);
    }

    /** The result of a write to a model, in the tool's own format. */
    public static ToolResult writing(ObjectNode value, Written<?> written, String model, Optional<String> locale) {
        return new ToolResult(value, false, effect(written, Optional.of(model), locale));
    }

    /** {@code { error, code, suggestion }}. */
    public static ToolResult failed(String code, String error, String suggestion) {
        return new ToolResult(
                Json.object().put("error", error).put("code", code).put("suggestion", suggestion), true, Effect.none());
    }

    /**
     * A write of content: {@code { branch, commitSha, merged, workflow, filesChanged, valid, errors }}, tried out with
     * {@code dryRun} and {@code diff}.
     *
     * @param own members that the tool adds
     */
    public static ToolResult written(
            Written<?> written,
            String workflow,
            List<Finding> findings,
            ObjectNode own,
            Optional<String> model,
            Optional<String> locale) {
        boolean valid = Finding.valid(findings);
        ObjectNode value = Json.object();
        if (!valid) {
            value.put("error", "It is not valid, and nothing was written.")
                    .put("code", "validation_failed")
                    .put("suggestion", "Mend what `errors` names and call again with all of it.");
        }
        value.put("branch", written.change().map(change -> change.branch()).orElse(""))
                .put(
                        "commitSha",
                        written.change()
                                .map(change -> change.commit().id().sha())
                                .orElse(""))
                .put("merged", written.merged())
                .put("workflow", workflow);
        ArrayNode files = value.putArray("filesChanged");
        written.diff().stream().map(FileChange::path).forEach(files::add);
        value.put("valid", valid);
        ArrayNode errors = value.putArray("errors");
        findings.stream()
                .limit(AgentLimits.RESULT_ERRORS_MAX)
                .map(Finding::json)
                .forEach(errors::add);
        value.setAll(own);
        if (written.status() == Written.Status.DRY_RUN) {
            value.put("dryRun", true).set("diff", diff(written.diff()));
        }
        return new ToolResult(value, !valid, effect(written, model, locale));
    }

    /** {@code [{ path, status }]} of the files that a dry run would change. */
    public static ArrayNode diff(List<FileChange> files) {
        ArrayNode diff = Json.object().putArray("diff");
        files.forEach(file -> diff.addObject()
                .put("path", file.path())
                .put("status", file.status().name().toLowerCase(Locale.ROOT)));
        return diff;
    }

    /** As {@link #written}, for a write whose report has workflow and findings. */
    public static ToolResult saved(
            Written<SaveReport> written, ObjectNode own, Optional<String> model, Optional<String> locale) {
        return written(written, written.workflow().wireName(), written.report().findings(), own, model, locale);
    }

    private static Effect effect(Written<?> written, Optional<String> model, Optional<String> locale) {
        if (written.status() != Written.Status.COMMITTED) {
            return Effect.none();
        }
        var change = written.change().orElseThrow();
        Set<String> models = new TreeSet<>();
        model.ifPresent(models::add);
        Set<String> locales = new TreeSet<>();
        locale.ifPresent(locales::add);
        return new Effect(
                models,
                locales,
                change.merged(),
                !change.merged(),
                change.branch(),
                change.commit().id().sha(),
                0);
    }

    public ToolResult removing(int count) {
        return new ToolResult(value, failed, effect.commit() == null ? effect : effect.removing(count));
    }
}
