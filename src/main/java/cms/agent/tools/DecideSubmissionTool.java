package cms.agent.tools;

import cms.access.Capability;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.desk.ToolResult;
import cms.agent.desk.Work;

/** {@code approve_submission}: makes an entry of a submission; {@code reject_submission}: rejects it. */
final class DecideSubmissionTool implements Tool {
    private final boolean approves;

    private DecideSubmissionTool(boolean approves) {
        this.approves = approves;
    }

    static DecideSubmissionTool approving() {
        return new DecideSubmissionTool(true);
    }

    static DecideSubmissionTool rejecting() {
        return new DecideSubmissionTool(false);
    }

    @Override
    public String name() {
        return approves ? "approve_submission" : "reject_submission";
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
            return DecidedSubmission.tried(work, id, approves);
        }
        return approves ? DecidedSubmission.approve(work, id) : DecidedSubmission.reject(work, id);
    }
}
