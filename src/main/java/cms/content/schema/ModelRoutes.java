package cms.content.schema;

import cms.access.Capability;
import cms.auth.Caller;
import cms.content.write.Call;
import cms.content.write.Writes;
import cms.content.write.Written;
import cms.plan.Allowance;
import cms.plan.Feature;
import cms.plan.Limit;
import cms.plan.Plan;
import cms.plan.Plans;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.project.Access;
import cms.review.BranchTopic;
import cms.review.LandingRule;
import cms.workspace.Workspaces;
import tools.jackson.databind.node.ObjectNode;

/** Changing models: their form (spec 4.6), and saving and deleting them (beyond the specification). */
public final class ModelRoutes {
    private static final String MODEL = Call.PROJECT + "/models/{modelId}";

    private final Access access;
    private final Writes writes;
    private final Workspaces workspaces;
    private final Plans plans;

    public ModelRoutes(Access access, Writes writes, Workspaces workspaces, Plans plans) {
        this.access = access;
        this.writes = writes;
        this.workspaces = workspaces;
        this.plans = plans;
    }

    public void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .put(MODEL, this::save)
                .delete(MODEL, this::delete)
                .patch(MODEL, this::configure);
    }

    private Answer save(Request request) {
        Call call = Call.of(access, request, Capability.SAVE_MODEL, "id");
        ModelRequest wanted = ModelRequest.parse(request.pathParameter("modelId"), request.body("id"));
        ModelSave save = new ModelSave(wanted, call.author());
        return Answer.json(ModelReport.answer(
                writes.submit(call, BranchTopic.model(wanted.newId()), LandingRule.BY_WORKFLOW, save::over)));
    }

    private Answer delete(Request request) {
        Call call = Call.of(access, request, Capability.DELETE_MODEL);
        String modelId = request.pathParameter("modelId");
        ModelDelete delete = new ModelDelete(modelId, call.author());
        return Answer.json(ModelReport.answer(
                writes.submit(call, BranchTopic.model(modelId), LandingRule.BY_WORKFLOW, delete::over)));
    }

    private Answer configure(Request request) {
        Call call = Call.of(access, request, Capability.CONFIGURE_MODEL);
        ObjectNode form = FormSettings.parse(request.body());
        Plan plan = workspaces
                .require(Caller.of(request), call.project().workspaceId(), Capability.VIEW_WORKSPACE)
                .workspace()
                .plan();
        if (form.path("enabled").asBoolean(false) && !plans.allows(plan, Feature.FORMS_ENABLED)) {
            throw Failure.forbidden("The plan of this workspace does not include forms.");
        }
        // What the plan lacks is switched off silently (reference 8).
        if (form.path("autoApprove").asBoolean(false) && !plans.allows(plan, Feature.FORMS_AUTO_APPROVE)) {
            form.put("autoApprove", false);
        }
        if (form.has("captcha") && !plans.allows(plan, Feature.FORMS_CAPTCHA)) {
            form.putNull("captcha");
        }
        String modelId = request.pathParameter("modelId");
        Allowance forms = plans.amount(plan, Limit.FORMS_MODELS);
        FormChange change = new FormChange(modelId, form, forms, call.author());
        Written<ObjectNode> written =
                writes.submit(call, BranchTopic.model(modelId), LandingRule.AT_ONCE, change::over);
        ObjectNode json = Json.object().put("saved", !call.dryRun()).put("merged", written.merged());
        json.set("form", written.report());
        return Answer.json(json);
    }
}
