package cms.content.schema;

import cms.access.Capability;
import cms.content.snapshot.Snapshot;
import cms.content.write.Call;
import cms.content.write.Writes;
import cms.content.write.Written;
import cms.git.Tree;
import cms.plan.Allowance;
import cms.plan.Feature;
import cms.plan.Limit;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.project.Access;
import cms.review.BranchTopic;
import cms.review.Changes.LandingRule;
import cms.review.Draft;
import java.util.function.BiFunction;
import tools.jackson.databind.node.ObjectNode;

/** Changing models: their form (spec 4.6), and saving and deleting them (beyond the specification). */
public final class ModelRoutes {
    private static final String MODEL = Call.PROJECT + "/models/{modelId}";

    private final Access access;
    private final Writes writes;
    private final PlanGate gate;

    public ModelRoutes(Access access, Writes writes, PlanGate gate) {
        this.access = access;
        this.writes = writes;
        this.gate = gate;
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
        return submit(call, wanted.newId(), new ModelSave(wanted, call.author())::over);
    }

    private Answer delete(Request request) {
        Call call = Call.of(access, request, Capability.DELETE_MODEL);
        String modelId = request.pathParameter("modelId");
        ModelDelete deletion = new ModelDelete(modelId, call.author());
        return submit(call, modelId, (snapshot, files) -> deletion.over(snapshot));
    }

    private Answer submit(Call call, String modelId, BiFunction<Snapshot, Tree, Draft<ModelReport>> work) {
        return Answer.json(
                ModelReport.answer(writes.submit(call, BranchTopic.model(modelId), LandingRule.BY_WORKFLOW, work)));
    }

    private Answer configure(Request request) {
        Call call = Call.of(access, request, Capability.CONFIGURE_MODEL);
        ObjectNode form = FormSettings.parse(request.body());
        if (form.path("enabled").asBoolean(false)) {
            String sentence = "The plan of this workspace does not include forms.";
            gate.require(request, call, Feature.FORMS_ENABLED, sentence);
        }
        // What the plan lacks is switched off silently (reference 8).
        if (form.path("autoApprove").asBoolean(false) && !gate.allows(request, call, Feature.FORMS_AUTO_APPROVE)) {
            form.put("autoApprove", false);
        }
        if (form.has("captcha") && !gate.allows(request, call, Feature.FORMS_CAPTCHA)) {
            form.putNull("captcha");
        }
        String modelId = request.pathParameter("modelId");
        Allowance forms = gate.amount(request, call, Limit.FORMS_MODELS);
        FormChange change = new FormChange(modelId, form, forms, call.author());
        Written<ObjectNode> written =
                writes.submit(call, BranchTopic.model(modelId), LandingRule.AT_ONCE, change::over);
        ObjectNode json = Json.object().put("saved", !call.dryRun()).put("merged", written.merged());
        json.set("form", written.report());
        return Answer.json(json);
    }
}
