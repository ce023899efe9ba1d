package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Untrusted;
import cms.agent.desk.Work;
import cms.forms.Forms;
import cms.forms.SubmissionStatus;
import cms.platform.json.Json;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code list_submissions}: submissions of visitors, marked as theirs; none for a model without a form. */
final class ListSubmissionsTool implements Tool {
    private static final int LIMIT = 20;

    @Override
    public String name() {
        return "list_submissions";
    }

    @Override
    public Capability least() {
        return Capability.READ_SUBMISSIONS;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {
        String model = input.required("modelId");
        SubmissionStatus status = SubmissionStatus.parse(input.text("status").orElse("pending"));
        Forms.Listed listed = work.forms()
                .list(work.place(), model, new Forms.Criteria(status, true, input.integer("limit", LIMIT), 0));
        ObjectNode value = Json.object().put("modelId", model);
        ArrayNode submissions = value.putArray("submissions");
        listed.submissions().forEach(row -> {
            ObjectNode shown = Untrusted.marked("submission", "data", row.values());
            submissions.add(shown.put("id", row.id())
                    .put("status", row.status().key())
                    .put("createdAt", row.createdAt().toString()));
        });
        if (!listed.further().isEmpty()) {
            value.put("truncated", true)
                    .put("returned", submissions.size())
                    .put(
                            "suggestion",
                            "Longer ones are not read together; the next are listed once these are decided.");
        }
        return ToolResult.read(value.put("total", listed.total()), !submissions.isEmpty());
    }
}
