package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;

/** {@code approve_submission}: a submission becomes an entry. */
final class ApproveSubmissionTool implements Tool {
    @Override
    public String name() {
        return "approve_submission";
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
            return DecidedSubmission.tried(work, id, true);
        }
        return DecidedSubmission.approve(work, id);
    }
}
