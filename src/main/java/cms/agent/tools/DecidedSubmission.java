package cms.agent.tools;

import cms.agent.desk.Effect;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;
import cms.format.ModelDefinition;
import cms.forms.Forms;
import cms.forms.Submission;
import cms.forms.SubmissionStatus;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Decides about a submission that is known by its id alone: the form that has it is looked for. */
final class DecidedSubmission {
    private DecidedSubmission() {}

    static ToolResult approve(Work work, String id) {
        for (String model : forms(work)) {
            Forms.Decision decision = work.forms()
                    .approve(work.place(), work.author(), model, List.of(id))
                    .getFirst();
            if (decision.row().isPresent()) {
                Optional<String> error = decision.error();
                return error.isPresent()
                        ? ToolResult.failed("validation_failed", error.get(), "Tell the person; nothing was approved.")
                        : approved(decision.row().get(), model);
            }
        }
        return unknown();
    }

    private static ToolResult approved(Submission row, String model) {
        ObjectNode value = Json.object()
                .put("submissionId", row.id())
                .put("status", row.status().key())
                .put("entryId", row.decided().entryId())
                .put("branch", row.decided().branch());
        boolean landed = row.decided().branch() == null;
        return new ToolResult(
                value,
                false,
                new Effect(
                        Set.of(model), Set.of(), landed, !landed, row.decided().branch(), null, 0));
    }

    static ToolResult reject(Work work, String id) {
        for (String model : forms(work)) {
            try {
                Submission row = work.forms().change(work.place(), model, id, SubmissionStatus.REJECTED);
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

    private static List<String> forms(Work work) {
        return work.contents().models(work.place(), Optional.empty()).stream()
                .filter(model -> model.raw().has("form"))
                .map(ModelDefinition::id)
                .toList();
    }

    private static ToolResult unknown() {
        return ToolResult.failed(
                "not_found", "There is no such submission.", "Call list_submissions to see which there are.");
    }
}
