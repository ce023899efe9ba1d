package cms.activity;

import cms.access.WorkspaceRole;
import cms.auth.Caller;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.project.Project;
import cms.project.Projects;
import cms.review.Changes;
import cms.workspace.Membership;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads the log within a caller's rights: admins and owners see all of it; others, and tokens for some projects, see
 * the entries that their rights in projects cover.
 */
final class ActivityLog {
    private static final int LOOKED_AT_MAX = 10_000;

    private final Database database;
    private final Projects projects;
    private final ActivityStore store;
    private final Changes changes;
    private final Means.Names names;

    ActivityLog(Database database, Projects projects, ActivityStore store, Changes changes, Means.Names names) {
        this.database = database;
        this.projects = projects;
        this.store = store;
        this.changes = changes;
        this.names = names;
    }

    /**
     * @param total how many entries match, on all pages
     * @param means names of the keys, apps and conversations in the entries, by their stored form
     */
    record LogPage(List<ActivityEntry> entries, long total, Map<String, String> means) {}

    /** @throws Failure NOT_FOUND when the project is in another workspace than the member's */
    void requireProject(Membership member, String projectId) {
        if (projects.find(projectId)
                .filter(project ->
                        project.workspaceId().equals(member.workspace().id()))
                .isEmpty()) {
            throw Failure.notFound("There is no such project in this workspace.");
        }
    }

    /** Entries of the workspace of a member; one with limited rights gets those of the newest ten thousand. */
    LogPage page(Caller caller, Membership member, Selection selection) {
        String workspaceId = member.workspace().id();
        changes.publishPending(projects.ofWorkspace(workspaceId).stream()
                .map(Project::repoFullName)
                .toList());
        Visible visible = member.role().isAtLeast(WorkspaceRole.ADMIN) && caller.reachesAll()
                ? Visible.all()
                : Visible.in(projects.standings(caller, workspaceId), caller.reachesAll(), caller.userId());
        return database.read(tx -> visible.isAll()
                ? page(tx, store.page(tx, workspaceId, selection), store.count(tx, workspaceId, selection.action()))
                : part(tx, store.first(tx, workspaceId, selection, LOOKED_AT_MAX), visible, selection));
    }

    private LogPage part(Tx tx, List<ActivityEntry> first, Visible visible, Selection selection) {
        List<ActivityEntry> shown = first.stream().filter(visible::shows).toList();
        return page(
                tx,
                shown.stream().skip(selection.offset()).limit(selection.limit()).toList(),
                shown.size());
    }

    private LogPage page(Tx tx, List<ActivityEntry> entries, long total) {
        return new LogPage(
                entries,
                total,
                names.of(
                        tx,
                        entries.stream()
                                .flatMap(entry -> Optional.ofNullable(entry.via()).stream())
                                .collect(Collectors.toSet())));
    }
}
