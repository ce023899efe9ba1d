package cms.agent.tools;

import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.content.api.Finding;
import cms.content.api.SaveReport;
import cms.content.api.Written;
import cms.format.ModelDefinition;
import cms.forms.Forms;
import cms.forms.Submission;
import cms.forms.SubmissionStatus;
import cms.git.FileChange;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Approves or rejects a submission by its id alone, after searching the forms for it. */
final class DecidedSubmission {
    private DecidedSubmission() {}

    static ToolResult approve(Work work, String id) {
        for (ModelDefinition model : models(work)) {
            Forms.Decision decision = work.forms()
                    .approve(work.place(), work.author(), model.id(), List.of(id))
                    .getFirst();
            if (decision.row().isPresent()) {
                Optional<String> error = decision.error();
                return error.isPresent()
                        ? refused(error.get())
                        : approved(decision.row().get(), model, decision.written());
            }
        }
        return unknown();
    }

    private static ToolResult approved(
            Submission.Head row, ModelDefinition model, Optional<Written<SaveReport>> written) {
        ObjectNode value = Json.object()
                .put("submissionId", row.id())
                .put("status", row.status().key())
                .put("entryId", row.decided().entryId())
                .put("branch", row.decided().branch());
        Optional<String> locale = model.i18n() ? Optional.of(row.locale()) : Optional.empty();
        return written.map(done -> ToolResult.writing(value, done, model.id(), locale))
                .orElseGet(() -> ToolResult.of(value));
    }

    static ToolResult reject(Work work, String id) {
        for (String model : forms(work)) {
            try {
                Submission row = work.forms().change(work.place(), work.author(), model, id, SubmissionStatus.REJECTED);
                return ToolResult.of(Json.object()
                        .put("submissionId", row.id())
                        .put("status", row.status().key()));
            } catch (Failure elsewhere) {
                if (elsewhere.kind() != FailureKind.NOT_FOUND) {
                    throw elsewhere;
                }
            }
        }
        return unknown();
    }

    /** The dry run of a decision: what an approval would write; a rejection changes no file. */
    static ToolResult tried(Work work, String id, boolean approves) {
        for (String model : forms(work)) {
            Optional<Submission> row = work.forms().find(work.place(), model, id);
            if (row.isPresent()) {
                return approves ? triedApproval(work, row.get()) : ToolResult.of(trial(row.get(), List.of()));
            }
        }
        return unknown();
    }

    private static ToolResult triedApproval(Work work, Submission row) {
        Optional<Written<SaveReport>> written = work.forms().tryApproval(work.place(), work.author(), row);
        Optional<Finding> error = written.stream()
                .flatMap(tried -> tried.report().findings().stream())
                .filter(finding -> finding.severity() == Finding.Severity.ERROR)
                .findFirst();
        return error.map(found -> refused(found.message()))
                .orElseGet(() ->
                        ToolResult.of(trial(row, written.map(Written::diff).orElse(List.of()))));
    }

    private static ObjectNode trial(Submission row, List<FileChange> diff) {
        ObjectNode value = Json.object().put("submissionId", row.id()).put("dryRun", true);
        value.set("diff", ToolResult.diff(diff));
        return value;
    }

    private static ToolResult refused(String why) {
        return ToolResult.failed("validation_failed", why, "Tell the person; nothing was approved.");
    }

    private static List<String> forms(Work work) {
        return models(work).stream().map(ModelDefinition::id).toList();
    }

    private static List<ModelDefinition> models(Work work) {
        return work.contents().models(work.place(), Optional.empty()).stream()
                .filter(model -> model.raw().has("form"))
                .toList();
    }

    private static ToolResult unknown() {
        return ToolResult.failed(
                "not_found", "There is no such submission.", "Call list_submissions to see which there are.");
    }
}
