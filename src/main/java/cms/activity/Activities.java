package cms.activity;

import cms.access.Acted;
import cms.auth.Caller;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Handler;
import cms.platform.http.Middleware;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.StatusTable;
import cms.project.ProjectDeleted;
import cms.project.Projects;
import cms.review.Changes;
import cms.webhooks.WebhookFailing;
import cms.workspace.MemberRemoved;
import cms.workspace.WorkspaceDeleted;
import cms.workspace.Workspaces;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The audit log: enters the writes of requests, commits and cascades, and shows them. */
public final class Activities {
    private static final Duration KEPT = Duration.ofDays(90);
    private static final int SERVER_ERROR = 500;

    private final Database database;
    private final Workspaces workspaces;
    private final Projects projects;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final ActivityStore store = new ActivityStore();
    private final Changes changes;

    public Activities(
            Database database,
            Announcements announcements,
            Workspaces workspaces,
            Projects projects,
            Changes changes,
            InstantSource clock) {
        this.database = database;
        this.workspaces = workspaces;
        this.projects = projects;
        this.clock = clock;
        this.changes = changes;
        new GitAudit(store).listen(announcements);
        announcements.within(Acted.class, this::acted);
        announcements.within(WebhookFailing.class, this::switchedOff);
        announcements.within(
                WorkspaceDeleted.class,
                (tx, gone) ->
                        cascade(tx, "delete_workspace", "workspaces", gone.workspaceId(), null, gone.workspaceId()));
        announcements.within(
                MemberRemoved.class,
                (tx, gone) -> cascade(
                        tx, "delete_workspace_member", "workspace_members", gone.workspaceId(), null, gone.memberId()));
        announcements.within(
                ProjectDeleted.class,
                (tx, gone) -> cascade(
                        tx, "delete_project", "projects", gone.workspaceId(), gone.projectId(), gone.projectId()));
    }

    /** @param names names of the keys, apps and conversations that people act through */
    public void routes(Routes routes, Means.Names names) {
        new ActivityRoutes(workspaces, new ActivityLog(database, projects, store, changes, names)).mount(routes);
    }

    /**
     * The last step of spec 5.7: enters each write of rows of a signed-in person; commits are entered as they are
     * announced.
     */
    public Middleware audit() {
        return this::enter;
    }

    /** Deletes entries that are older than 90 days; called regularly. */
    public void purge() {
        database.writing(tx -> store.deleteBefore(tx, clock.instant().minus(KEPT)));
    }

    private Answer enter(Request request, Handler next) {
        Optional<Audit> audit = request.find(Caller.class)
                .flatMap(caller -> request.route().audit())
                .filter(Audit::isOfRequest);
        if (audit.isEmpty()) {
            return next.handle(request);
        }
        AuditedRequest audited = new AuditedRequest(store, request, audit.get(), random.uuid(), clock.instant());
        Answer answer;
        try {
            answer = audited.during(() -> next.handle(request));
        } catch (Failure refused) {
            takeBack(audited, StatusTable.status(refused.kind()));
            throw refused;
        }
        if (answer.status() >= 400) {
            takeBack(audited, answer.status());
        } else if (audit.get().subject() == Audit.Subject.PARAMETER_WITHOUT_ROWS) {
            database.writing(tx -> audited.late().ifPresent(entry -> store.insert(tx, entry)));
        }
        return answer;
    }

    /** Removes the entry of a request that was then refused, because a refusal promises that nothing was written. */
    private void takeBack(AuditedRequest audited, int status) {
        if (status < SERVER_ERROR && audited.isEntered()) {
            database.writing(tx -> store.delete(tx, audited.id()));
        }
    }

    /** Enters an action that was named; the request that carried it out gets no entry of its own. */
    private void acted(Tx tx, Acted acted) {
        AuditedRequest.current().ifPresent(AuditedRequest::loggedByName);
        store.insert(
                tx,
                new ActivityEntry(
                        random.uuid(),
                        acted.workspaceId(),
                        acted.projectId(),
                        acted.action(),
                        acted.by().id(),
                        acted.entity(),
                        acted.recordId(),
                        acted.by().origin().key(),
                        acted.by().via(),
                        null,
                        clock.instant()));
    }

    /** Enters, without an actor, that a webhook was switched off because its receiver failed for days, or is gone. */
    private void switchedOff(Tx tx, WebhookFailing error) {
        if (error.disabled()) {
            store.insert(
                    tx,
                    new ActivityEntry(
                            random.uuid(),
                            error.workspaceId(),
                            error.projectId(),
                            "disable_webhook",
                            null,
                            "webhooks",
                            error.webhookId(),
                            ActivityEntry.CASCADE,
                            null,
                            null,
                            clock.instant()));
        }
    }

    /** Enters a deletion that followed from another one, unless the request itself was for this deletion. */
    private void cascade(
            Tx tx, String action, String entity, String workspaceId, @Nullable String projectId, String recordId) {
        Optional<AuditedRequest> audited = AuditedRequest.current();
        if (audited.filter(current -> current.action().equals(action)).isPresent()) {
            return;
        }
        store.insert(
                tx,
                new ActivityEntry(
                        random.uuid(),
                        workspaceId,
                        projectId,
                        action,
                        audited.map(AuditedRequest::actor).orElse(null),
                        entity,
                        recordId,
                        ActivityEntry.CASCADE,
                        null,
                        null,
                        clock.instant()));
    }
}
