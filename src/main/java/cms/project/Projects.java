package cms.project;

import cms.access.Capability;
import cms.access.WorkspaceRole;
import cms.auth.Caller;
import cms.git.CommitId;
import cms.githost.Hosting;
import cms.githost.InstallationBound;
import cms.githost.RepositoryRenamed;
import cms.plan.Feature;
import cms.plan.Plans;
import cms.platform.compute.Turn;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.platform.failure.Failure;
import cms.platform.http.Routes;
import cms.workspace.MemberRemoved;
import cms.workspace.Workspace;
import cms.workspace.WorkspaceDeleted;
import cms.workspace.WorkspaceMember;
import cms.workspace.Workspaces;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The door of this room: projects and their members. */
public final class Projects {
    /** Announced in the transaction that removes a member from a project, or from its workspace. */
    public record MemberLeft(String projectId, String userId) {}

    /** The models that members may see, for the room that knows of renamed ones. */
    public static final ModelListStore MODELS_OF_MEMBERS =
            new ModelListStore("project_members", "id", "allowed_models", "");

    private static final Logger LOG = LoggerFactory.getLogger(Projects.class);

    private final Database database;
    private final Announcements announcements;
    private final Workspaces workspaces;
    private final Hosting hosting;
    private final Plans plans;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final ProjectStore store = new ProjectStore();
    private final ProjectMemberStore memberStore = new ProjectMemberStore();
    private final Access access;

    public Projects(
            Database database,
            Announcements announcements,
            Workspaces workspaces,
            Hosting hosting,
            Plans plans,
            InstantSource clock) {
        this.database = database;
        this.announcements = announcements;
        this.workspaces = workspaces;
        this.hosting = hosting;
        this.plans = plans;
        this.clock = clock;
        hosting.sweepUnused(this::repositories);
        this.access = new Access(database, workspaces, store, memberStore);
        hosting.onFollowed((mirror, changes) -> endSetup(mirror.fullName()));
        announcements.within(
                WorkspaceDeleted.class,
                (tx, gone) -> store.list(tx, gone.workspaceId()).forEach(project -> remove(tx, project)));
        announcements.after(
                InstallationBound.class, "project.installation-bound", InstallationBound::workspaceId, this::reconnect);
        announcements.within(
                RepositoryRenamed.class, (tx, renamed) -> store.renameRepository(tx, renamed.from(), renamed.to()));
        announcements.within(MemberRemoved.class, this::leaveAll);
    }

    /** Resumes first fetches that a stop of the service, or of the Git host, has interrupted; called often. */
    public void resumeSetups() {
        all().stream()
                .filter(project -> project.status() == ProjectStatus.SETUP)
                .map(Project::repoFullName)
                .distinct()
                .forEach(this::resumeSetup);
    }

    private void resumeSetup(String repository) {
        try {
            hosting.reading("set up", repository, () -> endSetup(repository));
        } catch (Failure notYet) {
            LOG.info("{} is not fetched yet: {}", repository, notYet.message());
        }
    }

    private void endSetup(String fullName) {
        try {
            Optional<String> stack = hosting.stack(fullName);
            database.writing(tx -> store.endSetup(tx, fullName, ProjectStatus.ACTIVE, stack.orElse(null)));
        } catch (Failure notYet) {
            LOG.info("{} is not fetched yet: {}", fullName, notYet.message());
        }
    }

    /** Finds the commit that a caller is told of in place of the newest one. */
    @FunctionalInterface
    public interface ShownCommit {
        /** @param turn where commits are compared, which may take long for a caller with a list of models */
        CommitId of(ProjectAccess caller, CommitId tip, Turn turn);
    }

    public void routes(Routes routes, ShownCommit shownCommit) {
        new ProjectRoutes(this, new ProjectAnswers(hosting, shownCommit)).mount(routes);
    }

    public Access access() {
        return access;
    }

    public Optional<Project> find(String projectId) {
        return database.read(tx -> find(tx, projectId));
    }

    public Optional<Project> find(Tx tx, String projectId) {
        return store.find(tx, projectId);
    }

    /** Every project of this instance, for work at the start. */
    public List<Project> all() {
        return database.read(store::listAll);
    }

    /** The caller's access to each project of a workspace, without those to which the caller has none. */
    public List<ProjectAccess> standings(Caller caller, String workspaceId) {
        return database.read(tx -> store.list(tx, workspaceId)).stream()
                .filter(project -> caller.reaches(project.id()))
                .flatMap(project -> access.of(caller.userId(), project).stream())
                .toList();
    }

    /** Full names of every repository that a project is connected to. */
    private Set<String> repositories() {
        return all().stream().map(Project::repoFullName).collect(Collectors.toSet());
    }

    /** The projects on a repository, oldest first. */
    public List<Project> onRepository(String repoFullName) {
        return database.read(tx -> store.listByRepository(tx, repoFullName));
    }

    /** The workspace of a project, with the plan in effect. */
    public Workspace workspaceOf(Project project) {
        return database.read(tx -> workspaces.find(tx, project.workspaceId()))
                .orElseThrow(() -> Failure.notFound("There is no such project."));
    }

    /** Stores the delivery settings of a project that a change names; the others stay. */
    public void changeDelivery(Tx tx, String projectId, DeliverySettings.SettingsUpdate change) {
        store.updateDelivery(tx, projectId, change);
        announcements.announce(tx, new DeliverySettings.Changed(projectId));
    }

    /** Lets the default branch take pushes that are no fast-forward, or no longer. */
    void allowForcePushes(Project project, boolean allowed) {
        database.writing(tx -> {
            store.allowForcePushes(tx, project.id(), allowed);
            tx.concerns("projects", project.id());
        });
    }

    /** All projects of a workspace, newest first, whoever asks. */
    public List<Project> ofWorkspace(String workspaceId) {
        return database.read(tx -> store.list(tx, workspaceId));
    }

    /** The projects of a workspace, newest first: all for owners and admins, the assigned ones for a plain member. */
    List<ProjectAccess> list(Caller caller, String workspaceId) {
        return database.read(
                tx -> access.list(tx, workspaces.require(tx, caller, workspaceId, Capability.VIEW_WORKSPACE)));
    }

    /** The caller's workspace when it may connect a repository: role before plan (design 2.2). */
    Workspace requireCreation(Caller caller, String workspaceId) {
        Workspace workspace = workspaces
                .require(caller, workspaceId, Capability.CREATE_PROJECT)
                .workspace();
        if (!plans.allows(workspace.plan(), Feature.PROJECTS_CREATE)) {
            throw Failure.forbidden("The plan of this workspace does not include projects; upgrade it first.");
        }
        return workspace;
    }

    /** Connects a repository; {@code CONFLICT} when the workspace already has a project on it. */
    Project create(Caller caller, Workspace workspace, NewProject wanted) {
        Connection connection = new Connection(hosting, caller, workspace, wanted);
        Project project = connection.project(random.uuid(), clock.instant());
        return database.write(tx -> {
            workspaces.lock(tx, workspace.id());
            if (workspaces.find(tx, workspace.id()).isEmpty()) {
                throw Failure.notFound("There is no such workspace.");
            }
            refuseForeign(tx, project);
            if (!store.insert(tx, project)) {
                throw Failure.conflict("This repository is already connected in this workspace.");
            }
            tx.concerns("projects", project.id());
            announcements.announce(
                    tx, new ProjectConnected(project.id(), workspace.id(), project.repoFullName(), caller.userId()));
            return project;
        });
    }

    /**
     * Refuses a repository on which another workspace has a project: an installation serves one workspace, and the
     * other must not see its events.
     */
    private void refuseForeign(Tx tx, Project wanted) {
        boolean elsewhere = store.listByRepository(tx, wanted.repoFullName()).stream()
                .anyMatch(other -> !other.workspaceId().equals(wanted.workspaceId()));
        if (elsewhere) {
            throw Failure.conflict("Another workspace still has a project on this repository; delete that one first.");
        }
    }

    /** Reconnects the workspace's own repositories, one at a time, after an installation was bound. */
    private void reconnect(InstallationBound bound) {
        for (Project project : database.read(tx -> store.list(tx, bound.workspaceId()))) {
            if (!hosting.reconnect(bound.installationId(), project.repoFullName())) {
                LOG.info("{} is not in reach of the installation {}", project.repoFullName(), bound.installationId());
            }
        }
    }

    /** Deletes a project; its repository stays. */
    void delete(Caller caller, String workspaceId, String projectId) {
        database.writing(tx -> remove(
                tx,
                access.require(tx, caller, workspaceId, projectId, Capability.DELETE_PROJECT)
                        .project()));
    }

    /** The members of a project, each with the person behind it. */
    List<ProjectPerson> members(Tx tx, Project project) {
        List<WorkspaceMember> people = workspaces.members(tx, project.workspaceId());
        return memberStore.list(tx, project.id()).stream()
                .flatMap(member -> people.stream()
                        .filter(person -> person.id().equals(member.workspaceMemberId()))
                        .map(person -> new ProjectPerson(member, person)))
                .toList();
    }

    /** The project and its members as one consistent state. */
    ProjectView view(Caller caller, String workspaceId, String projectId, Capability capability) {
        return database.read(tx -> {
            ProjectAccess standing = access.require(tx, caller, workspaceId, projectId, capability);
            boolean reviewOnPlan = workspaces
                    .find(tx, standing.project().workspaceId())
                    .filter(workspace -> plans.allows(workspace.plan(), Feature.WORKFLOW_REVIEW))
                    .isPresent();
            return new ProjectView(standing, reviewOnPlan, members(tx, standing.project()));
        });
    }

    /** Adds a member of the workspace to a project, or changes the member's role and models there. */
    ProjectPerson addMember(Caller caller, Project project, MemberRequest wanted) {
        Workspace workspace = workspaceOf(project);
        requireRoleOnPlan(workspace, wanted);
        WorkspaceMember person = person(caller, project, wanted);
        boolean specific = wanted.specificModels() && plans.allows(workspace.plan(), Feature.ROLES_SPECIFIC_MODELS);
        var member = new ProjectMember(
                random.uuid(),
                project.id(),
                person.id(),
                wanted.role(),
                specific,
                specific ? wanted.allowedModels() : List.of(),
                clock.instant());
        return new ProjectPerson(
                database.write(tx -> {
                    workspaces.lock(tx, workspace.id());
                    if (workspaces.members(tx, workspace.id()).stream()
                            .noneMatch(present -> present.id().equals(person.id()))) {
                        throw Failure.notFound("This person has just left the workspace.");
                    }
                    ProjectMember stored = memberStore.upsert(tx, member);
                    tx.concerns("project_members", stored.id());
                    return stored;
                }),
                person);
    }

    void removeMember(Project project, String memberId) {
        database.writing(tx -> {
            List<ProjectPerson> before = members(tx, project);
            if (!memberStore.delete(tx, project.id(), memberId)) {
                throw Failure.notFound("This project has no such member.");
            }
            before.stream()
                    .filter(person -> person.member().id().equals(memberId))
                    .forEach(person -> announceLeft(tx, project, person.person().userId()));
        });
    }

    private void leaveAll(Tx tx, MemberRemoved gone) {
        memberStore.deleteOfWorkspaceMember(tx, gone.memberId());
        store.list(tx, gone.workspaceId()).forEach(project -> announceLeft(tx, project, gone.userId()));
    }

    private void announceLeft(Tx tx, Project project, @Nullable String userId) {
        if (userId != null) {
            announcements.announce(tx, new MemberLeft(project.id(), userId));
        }
    }

    private WorkspaceMember person(Caller caller, Project project, MemberRequest wanted) {
        Optional<WorkspaceMember> known = database.read(tx -> wanted.userId().isPresent()
                ? workspaces.findMember(
                        tx, project.workspaceId(), wanted.userId().get())
                : workspaces.findMemberByEmail(
                        tx, project.workspaceId(), wanted.email().orElseThrow()));
        if (known.isPresent()) {
            return known.get();
        }
        if (wanted.userId().isPresent()) {
            throw Failure.notFound("`userId` is not a member of this workspace; invite the person first.");
        }
        return workspaces.invite(caller, project.workspaceId(), wanted.email().orElseThrow(), WorkspaceRole.MEMBER);
    }

    private void requireRoleOnPlan(Workspace workspace, MemberRequest wanted) {
        boolean offered = switch (wanted.role()) {
            case EDITOR -> true;
            case REVIEWER -> plans.allows(workspace.plan(), Feature.ROLES_REVIEWER);
            case VIEWER -> plans.allows(workspace.plan(), Feature.ROLES_VIEWER);
        };
        if (!offered) {
            throw Failure.forbidden("The plan of this workspace does not include the role "
                    + wanted.role().key() + "; use editor or upgrade it.");
        }
    }

    private void remove(Tx tx, Project project) {
        if (store.keep(tx, project.id())) { // first: what is being added to the project is there then, or is refused
            announcements.announce(tx, new ProjectDeleted(project.id(), project.workspaceId(), project.repoFullName()));
            store.delete(tx, project.id());
        }
    }
}
