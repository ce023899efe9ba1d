package cms.content.schema;

import cms.access.Capability;
import cms.content.write.Call;
import cms.content.write.SaveAnswer;
import cms.content.write.Writes;
import cms.content.write.Written;
import cms.format.ProjectConfig;
import cms.format.ProjectConfig.Workflow;
import cms.format.Vocabulary;
import cms.plan.Feature;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.project.Access;
import cms.review.BranchTopic;
import cms.review.Change;
import cms.review.Changes.LandingRule;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** A project's beginning, and changing config.json and vocabulary.json (spec 4.6, reference 3.2). */
public final class SchemaRoutes {
    private final Access access;
    private final Writes writes;
    private final PlanGate gate;

    public SchemaRoutes(Access access, Writes writes, PlanGate gate) {
        this.access = access;
        this.writes = writes;
        this.gate = gate;
    }

    public void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .post(Call.PROJECT + "/init", this::initialise)
                .patch(Call.PROJECT + "/config", this::changeConfig)
                .patch(Call.PROJECT + "/vocabulary", this::changeVocabulary);
    }

    private Answer changeConfig(Request request) {
        Call call = Call.of(access, request, Capability.EDIT_CONFIG);
        ConfigRequest wanted = ConfigRequest.parse(request.body());
        requireReviewPlan(request, call, wanted.workflow());
        ConfigChange change = new ConfigChange(wanted, call.author());
        Written<ProjectConfig> written = writes.submit(call, BranchTopic.config(), LandingRule.AT_ONCE, change::over);
        ObjectNode json = Json.object();
        json.set("config", written.report().raw());
        return Answer.json(json.put("merged", written.merged())
                .put(
                        "pullRequestUrl",
                        written.change().map(Change::pullRequestUrl).orElse(null)));
    }

    private Answer initialise(Request request) {
        Call call = Call.of(access, request, Capability.INIT_PROJECT);
        InitRequest wanted = InitRequest.parse(request.body());
        requireReviewPlan(request, call, Optional.of(wanted.config().workflow().wireName()));
        Initialisation initialisation = new Initialisation(wanted, call.author());
        Written<ModelReport> written =
                writes.submit(call, BranchTopic.init(), LandingRule.AT_ONCE, initialisation::over);
        ModelReport report = written.report();
        return Answer.json(SaveAnswer.of(written, report.findings(), report.workflow()));
    }

    private void requireReviewPlan(Request request, Call call, Optional<String> workflow) {
        if (workflow.filter(Workflow.REVIEW.wireName()::equals).isPresent()) {
            String sentence = "The plan of this workspace does not include the review workflow.";
            gate.require(request, call, Feature.WORKFLOW_REVIEW, sentence);
        }
    }

    private Answer changeVocabulary(Request request) {
        Call call = Call.of(access, request, Capability.EDIT_VOCABULARY);
        VocabularyChange change = VocabularyChange.parse(request.body(), call.author());
        Written<Vocabulary> written = writes.submit(call, BranchTopic.vocabulary(), LandingRule.AT_ONCE, change::over);
        ObjectNode json = Json.object();
        json.set("vocabulary", written.report().raw());
        return Answer.json(json.put("merged", written.merged()));
    }
}
