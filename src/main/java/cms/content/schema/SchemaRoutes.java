package cms.content.schema;

import cms.access.Capability;
import cms.auth.Caller;
import cms.content.write.Call;
import cms.content.write.Writes;
import cms.content.write.Written;
import cms.format.ProjectConfig;
import cms.format.ProjectConfig.Workflow;
import cms.format.Vocabulary;
import cms.plan.Feature;
import cms.plan.Plans;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.project.Access;
import cms.project.Project;
import cms.review.BranchTopic;
import cms.review.Change;
import cms.review.LandingRule;
import cms.workspace.Workspace;
import cms.workspace.Workspaces;
import tools.jackson.databind.node.ObjectNode;

/** Changing config.json and vocabulary.json (spec 4.6, reference 3.2). */
public final class SchemaRoutes {
    private final Access access;
    private final Writes writes;
    private final Workspaces workspaces;
    private final Plans plans;

    public SchemaRoutes(Access access, Writes writes, Workspaces workspaces, Plans plans) {
        this.access = access;
        this.writes = writes;
        this.workspaces = workspaces;
        this.plans = plans;
    }

    public void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .patch(Call.PROJECT + "/config", this::changeConfig)
                .patch(Call.PROJECT + "/vocabulary", this::changeVocabulary);
    }

    private Answer changeConfig(Request request) {
        Call call = Call.of(access, request, Capability.EDIT_CONFIG);
        ConfigRequest wanted = ConfigRequest.parse(request.body());
        boolean review =
                wanted.workflow().filter(Workflow.REVIEW.wireName()::equals).isPresent();
        if (review) {
            requireReviewPlan(request, call.project());
        }
        ConfigChange change = new ConfigChange(wanted, call.author());
        Written<ProjectConfig> written = writes.submit(call, BranchTopic.config(), LandingRule.AT_ONCE, change::over);
        ObjectNode json = Json.object();
        json.set("config", written.report().raw());
        return Answer.json(json.put("merged", written.merged())
                .put(
                        "pullRequestUrl",
                        written.change().map(Change::pullRequestUrl).orElse(null)));
    }

    private void requireReviewPlan(Request request, Project project) {
        Workspace workspace = workspaces
                .require(Caller.of(request), project.workspaceId(), Capability.VIEW_WORKSPACE)
                .workspace();
        if (!plans.allows(workspace.plan(), Feature.WORKFLOW_REVIEW)) {
            throw Failure.forbidden("The plan of this workspace does not include the review workflow.");
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
