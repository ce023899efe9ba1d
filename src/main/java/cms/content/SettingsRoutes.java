package cms.content;

import cms.access.Capability;
import cms.auth.Caller;
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
import cms.review.Outcome;
import cms.workspace.Workspace;
import cms.workspace.Workspaces;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Changing config.json and vocabulary.json (spec 4.6, reference 3.2). */
final class SettingsRoutes {
    private final Access access;
    private final Contents contents;
    private final Workspaces workspaces;
    private final Plans plans;

    SettingsRoutes(Access access, Contents contents, Workspaces workspaces, Plans plans) {
        this.access = access;
        this.contents = contents;
        this.workspaces = workspaces;
        this.plans = plans;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .patch(ContentRoutes.PROJECT + "/config", this::changeConfig)
                .patch(ContentRoutes.PROJECT + "/vocabulary", this::changeVocabulary);
    }

    private Answer changeConfig(Request request) {
        Project project =
                ContentRoutes.require(access, request, Capability.EDIT_CONFIG).project();
        ConfigRequest wanted = ConfigRequest.parse(request.body());
        boolean review =
                wanted.workflow().filter(Workflow.REVIEW.wireName()::equals).isPresent();
        if (review) {
            requireReviewPlan(request, project);
        }
        Outcome<ProjectConfig> outcome = contents.changeConfig(project, ContentRoutes.author(request), wanted);
        ObjectNode json = Json.object();
        json.set("config", outcome.report().raw());
        return Answer.json(
                json.put("merged", ContentRoutes.merged(outcome)).put("pullRequestUrl", pullRequest(outcome)));
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
        Project project = ContentRoutes.require(access, request, Capability.EDIT_VOCABULARY)
                .project();
        Outcome<Vocabulary> outcome = contents.changeVocabulary(project, ContentRoutes.author(request), request.body());
        ObjectNode json = Json.object();
        json.set("vocabulary", outcome.report().raw());
        return Answer.json(json.put("merged", ContentRoutes.merged(outcome)));
    }

    private static @Nullable String pullRequest(Outcome<?> outcome) {
        return outcome instanceof Outcome.Submitted<?> submitted
                ? submitted.change().pullRequestUrl()
                : null;
    }
}
