package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;

/** {@code reject_submission}: a submission is refused. */
final class RejectSubmissionTool implements Tool {
    @Override
    public String name() {
        return "reject_submission";
    }

    @Override
    public Capability least() {
        return Capability.DECIDE_SUBMISSIONS;
    }

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public ToolResult run(ToolInput input, Work work) {

        String id = input.required("submissionId");
        if (work.isTrial()) {
            return DecidedSubmission.tried(work, id, false);
        }
        return DecidedSubmission.reject(work, id);
    }
}
