package cms.content.schema;

import cms.access.Capability;
import cms.content.api.HealthItem;
import cms.content.api.ModelReport;
import cms.content.api.ModelRequest;
import cms.content.api.Written;
import cms.content.write.Call;
import cms.content.write.RequestCall;
import cms.content.write.SaveAnswer;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.platform.limits.Limits;
import cms.project.Access;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes that change models: their form (spec 4.6), and saving and deleting them (beyond the specification). */
public final class ModelRoutes {
    private static final String MODEL = RequestCall.PROJECT + "/models/{modelId}";

    private final Access access;
    private final Schema schema;

    public ModelRoutes(Access access, Schema schema) {
        this.access = access;
        this.schema = schema;
    }

    public void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .takingContent()
                .limitedPerCaller(Limits.CONTENT_WRITES.rate())
                .put(MODEL + RequestCall.QUERY, Audit.byCommits(), this::save)
                .delete(MODEL + RequestCall.QUERY, Audit.byCommits(), this::delete)
                .patch(MODEL + RequestCall.QUERY, Audit.byCommits(), this::configure);
    }

    private Answer save(Request request) {
        Call call = RequestCall.of(access, request, Capability.SAVE_MODEL, "id");
        ModelRequest wanted = SchemaBodies.model(request.pathParameter("modelId"), request.body("id"));
        boolean isNew = request.header("If-None-Match")
                .filter(tags -> tags.strip().equals("*"))
                .isPresent();
        return answer(request, schema.saveModel(call, isNew ? wanted.asNew() : wanted));
    }

    private Answer delete(Request request) {
        Call call = RequestCall.of(access, request, Capability.DELETE_MODEL);
        return answer(request, schema.deleteModel(call, request.pathParameter("modelId")));
    }

    private static Answer answer(Request request, Written<ModelReport> written) {
        ModelReport report = written.report();
        ObjectNode json = SaveAnswer.of(written, report.findings());
        ArrayNode breaking = json.putArray("breakingChanges");
        report.breaking().stream().map(HealthItem::json).forEach(breaking::add);
        return SaveAnswer.answer(request, written, json);
    }

    private Answer configure(Request request) {
        Call call = RequestCall.of(access, request, Capability.CONFIGURE_MODEL);
        ObjectNode form = request.body().requiredObject("form").json();
        Written<ObjectNode> written = schema.configureForm(call, request.pathParameter("modelId"), form);
        ObjectNode json = Json.object().put("saved", !call.options().dryRun()).put("merged", written.merged());
        json.set("form", written.report());
        return Answer.json(SaveAnswer.withDivergence(json, written));
    }
}
