package cms.review;

import cms.access.Author;
import cms.access.Capability;
import cms.auth.Caller;
import cms.auth.Sessions;
import cms.format.ContentBranches;
import cms.format.ContentPaths;
import cms.format.ProjectConfig.Workflow;
import cms.git.CommitId;
import cms.git.GitHttpRules;
import cms.git.RefChange;
import cms.git.Repository;
import cms.git.Tree;
import cms.git.Writing;
import cms.githost.Hosting;
import cms.plan.Feature;
import cms.plan.Plans;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.project.Projects;
import cms.review.branch.ChangeLimit;
import cms.review.files.Scope;
import cms.review.files.TreeModels;
import cms.review.files.VisibleFiles;
import cms.review.history.Trailers;
import cms.workspace.Workspaces;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The rights of people who use {@code git} itself: everybody with a role in a project on the repository clones;
 * editors, admins and the owner of the account push (design 2.1). Where changes wait for a person, a push that lands
 * needs the right to merge, as it does everywhere else; and a push of models or configuration needs the right to change
 * them by hand.
 *
 * <p>Git hands out whole files, so a member whose role covers only some models has no access this way.
 */
public final class PushRules implements GitHttpRules<Caller> {
    private final Sessions sessions;
    private final Workspaces workspaces;
    private final Hosting hosting;
    private final Projects projects;
    private final Changes changes;
    private final Plans plans;

    public PushRules(
            Sessions sessions,
            Workspaces workspaces,
            Hosting hosting,
            Projects projects,
            Changes changes,
            Plans plans) {
        this.sessions = sessions;
        this.workspaces = workspaces;
        this.hosting = hosting;
        this.projects = projects;
        this.changes = changes;
        this.plans = plans;
    }

    /** Any user name; the password is an access token of a command-line session or a personal one. */
    @Override
    public Optional<Caller> caller(String name, String password) {
        Optional<Caller> caller = sessions.byAccessToken(password);
        caller.ifPresent(workspaces::acceptInvitations);
        return caller;
    }

    @Override
    public String nameOf(Caller caller) {
        return caller.userId();
    }

    /** Makes a repository for a first push; empty for a token that names projects, which reaches only those. */
    @Override
    public Optional<Repository> made(Caller caller, String fullName) {
        return caller.reachesAll() ? hosting.pushedTo(caller, fullName) : Optional.empty();
    }

    @Override
    public boolean mayRead(Caller caller, Repository repository) {
        return may(caller, repository, Capability.READ_CONTENT);
    }

    @Override
    public boolean mayWrite(Caller caller, Repository repository) {
        return may(caller, repository, Capability.SAVE_CONTENT);
    }

    @Override
    public Optional<String> refusal(Caller caller, Repository repository, Writing writing, RefChange change) {
        String branch = change.branch();
        if (projects.onRepository(repository.fullName()).stream()
                .anyMatch(project -> workspaces.isLocked(project.workspaceId()))) {
            return Optional.of("The workspace is locked until it has a subscription; nothing was written.");
        }
        if (!change.isBranch()) {
            // The author of a tag is not noted, so no tag counts as an editor's own.
            return change.before() != null && !may(caller, repository, Capability.REJECT_BRANCH)
                    ? Optional.of("Only reviewers, admins and owners remove or move a tag.")
                    : Optional.empty();
        }
        boolean isFolder = ContentBranches.FOLDERS.contains(branch) || branch.startsWith(ContentBranches.TRUNK + "/");
        if (isFolder && change.after() != null) {
            return Optional.of(
                    "The branch names cr, cr/push and cms/... would stand in the way of this service; use another.");
        }
        if (landsUnseen(caller, repository, writing, branch)) {
            return Optional.of("Changes of this project wait for a reviewer: push to a branch such as "
                    + ContentBranches.CHANGES + "content/<model>/<name> and have it merged.");
        }
        if (branch.equals(ContentBranches.TRUNK)) {
            return refusalOfTrunk(writing, change).or(() -> refusalOfFiles(caller, repository, writing, change));
        }
        Optional<String> forced = refusalOfForce(caller, repository, writing, change);
        if (forced.isPresent()) {
            return forced;
        }
        if (change.after() != null) {
            if (change.before() == null && branch.startsWith(ContentBranches.CHANGES)) {
                ChangeLimit.requireRoom(writing);
            }
            return refusalOfChange(caller, repository, writing, change)
                    .or(() -> refusalOfFiles(caller, repository, writing, change));
        }
        if (!landingOn(repository, branch).isEmpty()) {
            return Optional.of("The default branch of a connected project cannot be deleted.");
        }
        return refusalOfRemoval(caller, repository, writing, change);
    }

    /** A change may be deleted with the right to reject it, any other branch by its first author as well. */
    private Optional<String> refusalOfRemoval(Caller caller, Repository repository, Writing writing, RefChange change) {
        CommitId before = change.before();
        if (before == null || may(caller, repository, Capability.REJECT_BRANCH)) {
            return Optional.empty();
        }
        if (change.branch().startsWith(ContentBranches.CHANGES)) {
            return Optional.of("Only reviewers, admins and owners discard a change.");
        }
        return changes.pushes().isOwn(caller.userId(), writing, change.branch(), before)
                ? Optional.empty()
                : Optional.of("Only reviewers, admins, owners and the person who began it remove a branch.");
    }

    /**
     * Refuses a forced push to the default branch, from which published content is read, unless the owner allows it. On
     * a change it needs the right to reject where it drops what others have saved or pushed; on any other branch the
     * right to remove the branch.
     */
    private Optional<String> refusalOfForce(Caller caller, Repository repository, Writing writing, RefChange change) {
        CommitId before = change.before();
        CommitId after = change.after();
        if (before == null || after == null || writing.isAncestor(before, after)) {
            return Optional.empty();
        }
        List<Project> landing = landingOn(repository, change.branch());
        if (landing.stream().anyMatch(project -> !project.allowsForcePushes())) {
            return Optional.of(
                    "The default branch of a connected project only moves forward: fetch it and build on its tip."
                            + " The owner of the workspace may allow forced pushes (allow_force_pushes of the"
                            + " project).");
        }
        if (!landing.isEmpty()) {
            return Optional.empty();
        }
        return change.branch().startsWith(ContentBranches.CHANGES)
                ? refusalOfChange(caller, repository, writing, change)
                        .or(() -> refusalOfDrop(caller, repository, writing, change))
                : refusalOfRemoval(caller, repository, writing, change);
    }

    /** Refuses to drop what somebody else has saved or pushed into a change, except to those who may reject it. */
    private Optional<String> refusalOfDrop(Caller caller, Repository repository, Writing writing, RefChange change) {
        return may(caller, repository, Capability.REJECT_BRANCH)
                        || !changes.pushes().dropsOthers(caller.userId(), writing, change)
                ? Optional.empty()
                : Optional.of("The change has commits of somebody else that this push would drop: fetch it and build on"
                        + " its tip. Only reviewers, admins and owners drop them.");
    }

    /** Adds the moves of the push to the journal, and keeps the landings of {@code cms} in one line. */
    @Override
    public void accepted(Caller caller, Repository repository, Writing writing, List<RefChange> pushed) {
        Author author = Author.person(caller.userId(), caller.email())
                .through(Author.Origin.GIT, caller.via().orElse(null));
        changes.pushes().note(Trailers.by(author), writing, pushed);
        changes.pushes().keepLine(writing, pushed);
    }

    @Override
    public void received(Caller caller, Repository repository, List<RefChange> pushed) {
        List<String> branches = pushed.stream()
                .filter(RefChange::isBranch)
                .map(RefChange::branch)
                .toList();
        if (projects.onRepository(repository.fullName()).isEmpty()) {
            hosting.pushed(repository, branches);
        }
        changes.pushed(repository.fullName(), pushed);
    }

    @Override
    public List<String> remarks(Caller caller, Repository repository, List<RefChange> pushed) {
        return projects.onRepository(repository.fullName()).stream()
                .flatMap(project -> changes.pushes().remarks(project, repository, pushed).stream())
                .toList();
    }

    /** Refuses a push to an open change of another person, except by owners and admins, as with saves. */
    private Optional<String> refusalOfChange(Caller caller, Repository repository, Writing writing, RefChange change) {
        CommitId before = change.before();
        boolean isForeign = before != null
                && change.branch().startsWith(ContentBranches.CHANGES)
                && !mayPushToAnyChange(caller, repository)
                && !changes.pushes().isOwn(caller.userId(), writing, change.branch(), before);
        return isForeign
                ? Optional.of("Somebody else opened this change; push to a branch of your own below cr/.")
                : Optional.empty();
    }

    private boolean mayPushToAnyChange(Caller caller, Repository repository) {
        return isOwner(caller, repository)
                || projects.access().onRepository(caller, repository.fullName()).stream()
                        .anyMatch(ProjectAccess::isAdmin);
    }

    /** Whether a push to this branch would land or be delivered without the review that a project asks for. */
    private boolean landsUnseen(Caller caller, Repository repository, Writing writing, String branch) {
        return publishedFrom(repository, branch).stream().anyMatch(project -> waitsForReview(project, writing))
                && !may(caller, repository, Capability.MERGE_BRANCH);
    }

    /**
     * Refuses a push of files that the person may not write by hand; files of commits that have landed before are not
     * checked.
     */
    private Optional<String> refusalOfFiles(Caller caller, Repository repository, Writing writing, RefChange change) {
        CommitId pushed = change.after();
        if (pushed == null) {
            return Optional.empty();
        }
        Tree after = writing.tree(pushed);
        Map<Capability, String> needed = new EnumMap<>(Capability.class);
        for (Project project : publishedFrom(repository, change.branch())) {
            Tree landed = trunk(project, writing).map(writing::tree).orElseGet(writing::emptyTree);
            Tree before =
                    Optional.ofNullable(change.before()).map(writing::tree).orElse(landed);
            ContentPaths paths = ContentPaths.under(project.contentRoot());
            VisibleFiles visible = new VisibleFiles(
                    paths, TreeModels.heads(paths, List.of(before, after)), Scope.of(AllowedModels.all()));
            writing.diff(before, after).stream()
                    .filter(file -> !Objects.equals(landed.blob(file.path()).orElse(null), file.newBlob()))
                    .forEach(file -> needed.putIfAbsent(visible.needed(file), file.path()));
        }
        return needed.entrySet().stream()
                .filter(need -> !may(caller, repository, need.getKey()))
                .map(need -> "Your role may not " + need.getKey().phrase() + ", as the change of " + need.getValue()
                        + " would; push to a branch such as " + ContentBranches.CHANGES
                        + "model/<model>/<name> and have it merged.")
                .findFirst();
    }

    /** The tip of {@code cms}, or of the default branch until a project has {@code cms}. */
    private static Optional<CommitId> trunk(Project project, Writing writing) {
        return writing.tip(ContentBranches.TRUNK).or(() -> writing.tip(project.defaultBranch()));
    }

    /** The projects in which a push to this branch lands at once. */
    private List<Project> landingOn(Repository repository, String branch) {
        return projects.onRepository(repository.fullName()).stream()
                .filter(project -> landsOn(project, branch))
                .toList();
    }

    private List<Project> publishedFrom(Repository repository, String branch) {
        return projects.onRepository(repository.fullName()).stream()
                .filter(project -> landsOn(project, branch)
                        || branch.equals(project.delivery().branch()))
                .toList();
    }

    private static boolean landsOn(Project project, String branch) {
        return branch.equals(ContentBranches.TRUNK) || branch.equals(project.defaultBranch());
    }

    private boolean waitsForReview(Project project, Writing writing) {
        boolean reviewOnPlan = plans.allows(projects.workspaceOf(project).plan(), Feature.WORKFLOW_REVIEW);
        return trunk(project, writing)
                .map(tip -> ChangeSubmission.workflow(
                        ContentPaths.under(project.contentRoot()), writing.tree(tip), reviewOnPlan))
                .filter(Workflow.REVIEW::equals)
                .isPresent();
    }

    private boolean may(Caller caller, Repository repository, Capability capability) {
        if (isOwner(caller, repository)) {
            return true;
        }
        List<ProjectAccess> standings = projects.access().onRepository(caller, repository.fullName());
        return standings.stream()
                .anyMatch(access -> access.models().isAll() && access.rights().may(capability));
    }

    /** Whether the caller owns the repository; a token that names projects has rights in those projects alone. */
    private boolean isOwner(Caller caller, Repository repository) {
        return caller.reachesAll() && hosting.isOwner(caller, repository.fullName());
    }

    private static Optional<String> refusalOfTrunk(Writing writing, RefChange change) {
        CommitId before = change.before();
        CommitId after = change.after();
        if (after == null) {
            return Optional.of("The branch cms holds what has landed and cannot be deleted.");
        }
        return before != null && !writing.isAncestor(before, after)
                ? Optional.of("The branch cms only moves forward; fetch it and build on its tip.")
                : Optional.empty();
    }
}
