package cms.activity;

import cms.access.Author;
import cms.auth.Caller;
import cms.platform.db.Database;
import cms.platform.db.TransactionHook;
import cms.platform.db.Tx;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One request that may write. Its entry joins the first transaction that does, once. */
final class AuditedRequest implements TransactionHook {
    private static final ScopedValue<AuditedRequest> CURRENT = ScopedValue.newInstance();

    private final ActivityStore store;
    private final Request request;
    private final Audit audit;
    private final Author author;
    private final String id;
    private final Instant now;
    private boolean entered;
    private boolean loggedByName;

    AuditedRequest(ActivityStore store, Request request, Audit audit, String id, Instant now) {
        this.store = store;
        this.request = request;
        this.audit = audit;
        this.author = Caller.author(request);
        this.id = id;
        this.now = now;
    }

    /** The request that this thread is answering, if it may write. */
    static Optional<AuditedRequest> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    <T> T during(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(() -> Database.withHook(this, work));
    }

    String id() {
        return id;
    }

    /** Name of this action in the log, such as {@code delete_project}. */
    String action() {
        return audit.action();
    }

    String actor() {
        return author.id();
    }

    /** Notes that the action was entered by an announcement ({@code Acted}), so that the request enters nothing. */
    void loggedByName() {
        loggedByName = true;
    }

    boolean isEntered() {
        return entered;
    }

    /** The entry for a write without a transaction; empty when the action is entered already. */
    Optional<ActivityEntry> late() {
        if (entered || loggedByName) {
            return Optional.empty();
        }
        entered = true;
        return Optional.of(entry(audit.action(), record(null), parameter("workspaceId"), parameter("projectId")));
    }

    @Override
    public void beforeCommit(Tx tx) {
        String record = record(tx);
        if (entered || loggedByName || record == null) {
            return;
        }
        String workspace = parameter("workspaceId");
        String project = parameter("projectId");
        store.insert(
                tx,
                entry(
                        audit.action(),
                        record,
                        workspace == null ? tx.concerned("workspaces").orElse(null) : workspace,
                        project == null ? tx.concerned("projects").orElse(null) : project));
        tx.afterCommit(() -> entered = true);
    }

    private @Nullable String record(@Nullable Tx tx) {
        return switch (audit.subject()) {
            case CALLER -> author.id();
            case MADE -> tx == null ? null : tx.concerned(audit.entity()).orElse(null);
            case PARAMETER, PARAMETER_WITHOUT_ROWS -> parameter(audit.parameter());
            case COMMITS, ACTED -> null;
        };
    }

    private @Nullable String parameter(String name) {
        return request.route().path().contains("{" + name + "}") ? request.pathParameter(name) : null;
    }

    private ActivityEntry entry(
            String name, @Nullable String record, @Nullable String workspace, @Nullable String project) {
        return new ActivityEntry(
                id,
                workspace,
                project,
                name,
                author.id(),
                audit.entity(),
                record,
                author.origin().key(),
                author.via(),
                null,
                now);
    }
}
