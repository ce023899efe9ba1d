package cms.mcp.tools;

import cms.content.Validation;
import cms.content.api.Finding;
import cms.mcp.call.Arguments;
import cms.mcp.call.Refusals;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.platform.json.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code cms_validate}: the findings of the checks on stored content; repairing it is not available remotely. */
final class ValidateTool implements Tool {
    private static final int LIMIT = 50;
    private static final int ISSUES_BYTES_MAX = 22 * 1024;

    @Override
    public String name() {
        return "cms_validate";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        if (arguments.flag("fix")) {
            return Refusals.unavailable("localWorktree", "Save the mended entries with cms_content_save.");
        }
        Validation validation = validated(arguments, context);
        if (context.cancelled().getAsBoolean()) {
            return Refusals.cancelled();
        }
        List<Finding> findings = findings(validation, arguments, context);
        long errors = count(findings, Finding.Severity.ERROR);
        int limit = arguments.integer("limit", LIMIT);
        ObjectNode value = Json.object()
                .put("status", "validated")
                .put("valid", errors == 0)
                .put("message", message(findings.size(), errors));
        value.putObject("summary")
                .put("errors", errors)
                .put("warnings", count(findings, Finding.Severity.WARNING))
                .put("notices", count(findings, Finding.Severity.NOTICE))
                .put("models_checked", validation.modelsChecked())
                .put("entries_checked", validation.entriesChecked());
        ArrayNode issues = value.putArray("issues");
        int bytes = 0;
        for (Finding finding : findings.subList(0, Math.min(limit, findings.size()))) {
            ObjectNode issue = finding.json();
            bytes += Json.bytes(issue).length;
            if (bytes > ISSUES_BYTES_MAX) {
                break;
            }
            issues.add(issue);
        }
        value.putArray("fixed");
        if (findings.size() > issues.size()) {
            value.put("truncated", true);
        }
        value.putArray("next_steps").add("Save the mended entries with cms_content_save.");
        return ToolReply.of(value);
    }

    private static String message(int findings, long errors) {
        return findings == 0
                ? "Nothing is wrong."
                : errors + " errors, and " + (findings - errors) + " other findings.";
    }

    /** What is wrong with models and translations as well as with entries; errors come first, as the list is cut. */
    private static List<Finding> findings(Validation validation, Arguments arguments, ToolContext context) {
        List<Finding> ofModels = context.turn()
                .run(() -> context.contents()
                        .schemaFindings(context.place(), arguments.text("model"), arguments.text("locale")));
        return Stream.concat(ofModels.stream(), validation.findings().stream())
                .sorted(Comparator.comparing(Finding::severity))
                .toList();
    }

    /** Validates in pieces: others compute in between, and a client gets progress and can cancel the call. */
    private static Validation validated(Arguments arguments, ToolContext context) {
        Validation validation = context.turn()
                .run(() -> context.contents()
                        .validation(
                                context.place(), Optional.empty(), arguments.text("model"), arguments.text("locale")));
        boolean more = true;
        while (more && !context.cancelled().getAsBoolean()) {
            more = context.turn().run(validation::checkNext);
            context.progress().accept(validation.part());
        }
        return validation;
    }

    private static long count(List<Finding> findings, Finding.Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }
}
