package cms.content.schema;

import cms.access.Capability;
import cms.auth.Caller;
import cms.content.write.Call;
import cms.plan.Allowance;
import cms.plan.Feature;
import cms.plan.Limit;
import cms.plan.Plan;
import cms.plan.Plans;
import cms.platform.failure.Failure;
import cms.platform.http.Request;
import cms.workspace.Workspaces;

/** What the plan of the workspace allows, asked before anything is written. */
public final class PlanGate {
    private final Workspaces workspaces;
    private final Plans plans;

    public PlanGate(Workspaces workspaces, Plans plans) {
        this.workspaces = workspaces;
        this.plans = plans;
    }

    /** @throws Failure FORBIDDEN with the sentence where the plan lacks the feature */
    void require(Request request, Call call, Feature feature, String sentence) {
        if (!allows(request, call, feature)) {
            throw Failure.forbidden(sentence);
        }
    }

    boolean allows(Request request, Call call, Feature feature) {
        return plans.allows(plan(request, call), feature);
    }

    Allowance amount(Request request, Call call, Limit limit) {
        return plans.amount(plan(request, call), limit);
    }

    private Plan plan(Request request, Call call) {
        return workspaces
                .require(Caller.of(request), call.project().workspaceId(), Capability.VIEW_WORKSPACE)
                .workspace()
                .plan();
    }
}
