package cms.project;

import cms.access.Capability;
import cms.auth.Caller;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.limits.Limits;
import cms.workspace.Workspace;
import java.util.List;
import java.util.Map;

/** Projects and their members (spec 4.6, reference 3.2). */
final class ProjectRoutes {
    private static final String PROJECTS = "/api/workspaces/{workspaceId}/projects";
    private static final String PROJECT = PROJECTS + "/{projectId}";

    private final Projects projects;
    private final ProjectAnswers answers;

    ProjectRoutes(Projects projects, ProjectAnswers answers) {
        this.projects = projects;
        this.answers = answers;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .limitedPerCaller(Limits.REPOSITORIES.rate())
                .post(PROJECTS, Audit.ofMade("create_project", "projects"), this::create);
        routes.on(Surface.SESSION)
                .get(PROJECTS, this::list)
                .get(PROJECT, this::details)
                .patch(PROJECT, Audit.of("update_project", "projects", "projectId"), this::change)
                .delete(PROJECT, Audit.of("delete_project", "projects", "projectId"), this::delete)
                .get(PROJECT + "/members", this::members)
                .post(PROJECT + "/members", Audit.ofMade("add_project_member", "project_members"), this::addMember)
                .delete(
                        PROJECT + "/members/{memberId}",
                        Audit.of("delete_project_member", "project_members", "memberId"),
                        this::removeMember);
    }

    private Answer list(Request request) {
        String workspaceId = request.pathParameter("workspaceId");
        List<ProjectAccess> listed = projects.list(Caller.of(request), workspaceId);
        return Answer.json(listed.stream()
                .map(project -> answers.project(project, request.turn(workspaceId)))
                .toList());
    }

    private Answer create(Request request) {
        Caller caller = Caller.of(request);
        Workspace workspace = projects.requireCreation(caller, request.pathParameter("workspaceId"));
        return Answer.json(answers.project(projects.create(caller, workspace, NewProject.parse(request.body()))));
    }

    private Answer details(Request request) {
        ProjectView view = view(request, Capability.VIEW_PROJECT);
        return Answer.json(
                answers.details(view, request.turn(view.access().project().workspaceId())));
    }

    private Answer change(Request request) {
        Project project = require(request, Capability.ALLOW_FORCE_PUSHES);
        boolean allowed = request.body()
                .flag("allow_force_pushes")
                .orElseThrow(() -> Failure.invalid("`allow_force_pushes` is required: true or false."));
        projects.allowForcePushes(project, allowed);
        return Answer.json(answers.project(
                projects.find(project.id()).orElseThrow(() -> Failure.notFound("The project has just been deleted."))));
    }

    private Answer delete(Request request) {
        projects.delete(Caller.of(request), request.pathParameter("workspaceId"), request.pathParameter("projectId"));
        return Answer.json(Map.of("deleted", true));
    }

    private Answer members(Request request) {
        ProjectView view = view(request, Capability.VIEW_PROJECT_MEMBERS);
        return Answer.json(answers.members(view.members()));
    }

    private Answer addMember(Request request) {
        Caller caller = Caller.of(request);
        Project project = require(request, Capability.MANAGE_PROJECT_MEMBERS);
        return Answer.json(answers.member(
                projects.addMember(caller, project, MemberRequest.parse(request.body("role"))), AllowedModels.all()));
    }

    private Answer removeMember(Request request) {
        Project project = require(request, Capability.MANAGE_PROJECT_MEMBERS);
        projects.removeMember(project, request.pathParameter("memberId"));
        return Answer.json(Map.of("deleted", true));
    }

    private ProjectView view(Request request, Capability capability) {
        return projects.view(
                Caller.of(request),
                request.pathParameter("workspaceId"),
                request.pathParameter("projectId"),
                capability);
    }

    private Project require(Request request, Capability capability) {
        return projects.access().require(request, capability).project();
    }
}
