package cms.content.schema;

import cms.access.Capability;
import cms.content.api.ModelReport;
import cms.content.api.VocabularyRequest;
import cms.content.api.Written;
import cms.content.write.Call;
import cms.content.write.RequestCall;
import cms.content.write.SaveAnswer;
import cms.format.ProjectConfig;
import cms.format.Vocabulary;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.platform.limits.Limits;
import cms.project.Access;
import cms.review.submit.Change;
import tools.jackson.databind.node.ObjectNode;

/** Routes that initialise a project, and change config.json and vocabulary.json (spec 4.6, reference 3.2). */
public final class SchemaRoutes {
    private final Access access;
    private final Schema schema;

    public SchemaRoutes(Access access, Schema schema) {
        this.access = access;
        this.schema = schema;
    }

    public void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .takingContent()
                .limitedPerCaller(Limits.CONTENT_WRITES.rate())
                .post(RequestCall.PROJECT + "/init" + RequestCall.QUERY, Audit.byCommits(), this::initialise)
                .patch(RequestCall.PROJECT + "/config" + RequestCall.QUERY, Audit.byCommits(), this::changeConfig)
                .patch(
                        RequestCall.PROJECT + "/vocabulary" + RequestCall.QUERY,
                        Audit.byCommits(),
                        this::changeVocabulary);
    }

    private Answer changeConfig(Request request) {
        Call call = RequestCall.of(access, request, Capability.EDIT_CONFIG);
        Written<ProjectConfig> written = schema.setConfig(call, SchemaBodies.config(request.body()));
        ObjectNode json = Json.object();
        json.set("config", written.report().raw());
        json.put("merged", written.merged())
                .put(
                        "pullRequestUrl",
                        written.change().map(Change::pullRequestUrl).orElse(null));
        return Answer.json(SaveAnswer.withDivergence(json, written));
    }

    private Answer initialise(Request request) {
        Call call = RequestCall.of(access, request, Capability.INIT_PROJECT);
        Written<ModelReport> written = schema.initialise(call, SchemaBodies.init(request.body()));
        ObjectNode json = SaveAnswer.of(written, written.report().findings());
        return SaveAnswer.answer(request, written, json);
    }

    private Answer changeVocabulary(Request request) {
        Call call = RequestCall.of(access, request, Capability.EDIT_VOCABULARY);
        VocabularyRequest wanted =
                new VocabularyRequest(request.body().requiredObject("terms").json());
        Written<Vocabulary> written = schema.setVocabulary(call, wanted);
        ObjectNode json = Json.object();
        json.set("vocabulary", written.report().raw());
        return Answer.json(SaveAnswer.withDivergence(json.put("merged", written.merged()), written));
    }
}
