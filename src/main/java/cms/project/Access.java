package cms.project;

import cms.access.AllowedLocales;
import cms.access.Capability;
import cms.access.KeyRole;
import cms.access.Rights;
import cms.access.WorkspaceRole;
import cms.auth.Caller;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.http.Request;
import cms.workspace.Membership;
import cms.workspace.Workspace;
import cms.workspace.Workspaces;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The single place that answers "may this caller do that in this project" (design 4). */
public final class Access {
    private static final String NO_PROJECT = "There is no such project in this workspace.";

    private final Database database;
    private final Workspaces workspaces;
    private final ProjectStore projects;
    private final ProjectMemberStore members;

    Access(Database database, Workspaces workspaces, ProjectStore projects, ProjectMemberStore members) {
        this.database = database;
        this.workspaces = workspaces;
        this.projects = projects;
        this.members = members;
    }

    /**
     * The workspace and the project of a request's path, in this order, for {@link #lookAhead}; empty where there is
     * none, and for a request with an {@code Idempotency-Key}, which may wait first.
     */
    public List<String> placeOf(Request request) {
        String path = request.route().path();
        boolean waits = request.header("Idempotency-Key").isPresent();
        if (waits || !path.contains("{workspaceId}") || !path.contains("{projectId}")) {
            return List.of();
        }
        try {
            return List.of(request.pathParameter("workspaceId"), request.pathParameter("projectId"));
        } catch (Failure malformed) {
            return List.of();
        }
    }

    /**
     * The access of a caller to the workspace and project of {@link #placeOf}, if any; once noted in a request,
     * {@link #require(Request, Capability)} uses it.
     */
    public Optional<ProjectAccess> lookAhead(Tx tx, Caller caller, List<String> place) {
        return place.isEmpty()
                ? Optional.empty()
                : workspaces
                        .find(tx, caller, place.getFirst())
                        .filter(membership -> membership.rights().may(Capability.VIEW_WORKSPACE))
                        .flatMap(membership -> projectOf(tx, membership, place.getLast())
                                .filter(project -> caller.reaches(project.id()))
                                .flatMap(project -> standing(tx, membership, project)));
    }

    /**
     * The access of a request's caller to the project of its path; fails like {@link #require(Caller, String, String,
     * Capability)}.
     */
    public ProjectAccess require(Request request, Capability capability) {
        Optional<ProjectAccess> known = request.find(ProjectAccess.class);
        known.ifPresent(access -> access.rights().require(capability));
        ProjectAccess access = known.orElseGet(() -> require(
                Caller.of(request),
                request.pathParameter("workspaceId"),
                request.pathParameter("projectId"),
                capability));
        request.countForWorkspace(access.project().workspaceId());
        return access;
    }

    /**
     * The caller's access to a project, where the caller holds the capability.
     *
     * @throws Failure NOT_FOUND for unknown and foreign workspaces and projects, FORBIDDEN for a colleague without a
     *     role in the project and for a role that lacks the capability
     */
    public ProjectAccess require(Caller caller, String workspaceId, String projectId, Capability capability) {
        return database.read(tx -> require(tx, caller, workspaceId, projectId, capability));
    }

    /** As {@link #require(Caller, String, String, Capability)}, within a transaction that is already open. */
    public ProjectAccess require(Tx tx, Caller caller, String workspaceId, String projectId, Capability capability) {
        Membership membership = workspaces.require(tx, caller, workspaceId, Capability.VIEW_WORKSPACE);
        Project project = projectOf(tx, membership, projectId)
                .filter(found -> caller.reaches(found.id()))
                .orElseThrow(() -> Failure.notFound(NO_PROJECT));
        ProjectAccess access = standing(tx, membership, project)
                .orElseThrow(() -> Failure.forbidden("You have no role in this project; ask an admin to add you."));
        access.rights().require(capability);
        return access;
    }

    /**
     * Runs {@code work} in one writing transaction, and first {@link #keep}.
     *
     * @throws Failure NOT_FOUND when the project was deleted
     */
    public <T> T write(String projectId, Function<Tx, T> work) {
        return database.write(tx -> {
            keep(tx, projectId);
            return work.apply(tx);
        });
    }

    /**
     * Keeps a project from being deleted until {@code tx} ends, so that no row is added to it later.
     *
     * @throws Failure NOT_FOUND when it was deleted since the rights in it were read
     */
    public void keep(Tx tx, String projectId) {
        if (!projects.keep(tx, projectId)) {
            throw Failure.notFound(NO_PROJECT);
        }
    }

    /** The caller's access to each project on a repository, without those that the caller may not see. */
    public List<ProjectAccess> onRepository(Caller caller, String repoFullName) {
        return database.read(tx -> projects.listByRepository(tx, repoFullName).stream()
                .filter(project -> caller.reaches(project.id()))
                .flatMap(project ->
                        membership(tx, caller.userId(), project)
                                .flatMap(membership -> standing(tx, membership, project))
                                .stream())
                .toList());
    }

    /**
     * The access of a key to its project; a key has no role in the workspace (spec 2.11).
     *
     * @param models the models that the key was made for; a member's list of models does not apply to keys
     */
    public ProjectAccess ofKey(Project project, KeyRole role, AllowedModels models, AllowedLocales locales) {
        return new ProjectAccess(project, Optional.empty(), Optional.empty(), Rights.ofKey(role), models, locales);
    }

    /**
     * The rights in a project of a person who sent no request (of a grant, of an agent); empty for one who is no member
     * any more.
     */
    public Optional<ProjectAccess> of(String userId, Project project) {
        return database.read(
                tx -> membership(tx, userId, project).flatMap(membership -> standing(tx, membership, project)));
    }

    private Optional<Membership> membership(Tx tx, String userId, Project project) {
        return workspaces
                .findMember(tx, project.workspaceId(), userId)
                .flatMap(member -> workspaces
                        .find(tx, project.workspaceId())
                        .map((Workspace workspace) -> new Membership(workspace, member.id(), member.role())));
    }

    private Optional<Project> projectOf(Tx tx, Membership membership, String projectId) {
        return projects.find(tx, projectId)
                .filter(found ->
                        found.workspaceId().equals(membership.workspace().id()));
    }

    /** The access of a member of a workspace to each of its projects where there is any, newest first. */
    List<ProjectAccess> list(Tx tx, Membership membership) {
        Map<String, ProjectMember> roles = members.ofMember(tx, membership.memberId()).stream()
                .collect(Collectors.toMap(ProjectMember::projectId, Function.identity()));
        return projects.list(tx, membership.workspace().id()).stream()
                .flatMap(project ->
                        standing(membership, project, () -> Optional.ofNullable(roles.get(project.id()))).stream())
                .toList();
    }

    /** The access of a member of the workspace to a project; empty for a plain member without a role in it. */
    private Optional<ProjectAccess> standing(Tx tx, Membership membership, Project project) {
        return standing(membership, project, () -> members.find(tx, project.id(), membership.memberId()));
    }

    private static Optional<ProjectAccess> standing(
            Membership membership, Project project, Supplier<Optional<ProjectMember>> role) {
        WorkspaceRole workspaceRole = membership.role();
        if (workspaceRole.isAtLeast(WorkspaceRole.ADMIN)) {
            Rights all = Rights.inProject(workspaceRole, null);
            return Optional.of(new ProjectAccess(
                    project,
                    Optional.of(workspaceRole),
                    Optional.empty(),
                    all,
                    AllowedModels.all(),
                    AllowedLocales.all()));
        }
        return role.get().map(member -> {
            Rights rights = Rights.inProject(workspaceRole, member.role());
            return new ProjectAccess(
                    project,
                    Optional.of(workspaceRole),
                    Optional.of(member.role()),
                    rights,
                    member.models(),
                    AllowedLocales.all());
        });
    }
}
