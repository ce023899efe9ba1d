package cms.activity;

import cms.access.Author;
import cms.auth.Caller;
import cms.platform.db.Database;
import cms.platform.db.TransactionHook;
import cms.platform.db.Tx;
import cms.platform.http.Request;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One request that may write. Its entry joins the first transaction that does, once. */
final class AuditedRequest implements TransactionHook {
    private static final ScopedValue<AuditedRequest> CURRENT = ScopedValue.newInstance();

    private final ActivityStore store;
    private final Request request;
    private final Action action;
    private final Author author;
    private final String id;
    private final Instant now;
    private boolean entered;
    private boolean loggedByName;

    AuditedRequest(ActivityStore store, Request request, Action action, String id, Instant now) {
        this.store = store;
        this.request = request;
        this.action = action;
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

    Action action() {
        return action;
    }

    String actor() {
        return author.id();
    }

    /** The action was named and entered ({@code Acted}), so that the request enters nothing. */
    void loggedByName() {
        loggedByName = true;
    }

    boolean isEntered() {
        return entered;
    }

    /** Its line, for a write that had no transaction; empty when there is one already. */
    Optional<Entry> late() {
        if (entered || loggedByName) {
            return Optional.empty();
        }
        entered = true;
        return Optional.of(entry(action.key(), record(null), parameter("workspaceId"), parameter("projectId")));
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
                        action.keyOf(tx),
                        record,
                        workspace == null ? tx.concerned("workspaces").orElse(null) : workspace,
                        project == null ? tx.concerned("projects").orElse(null) : project));
        tx.afterCommit(() -> entered = true);
    }

    private @Nullable String record(@Nullable Tx tx) {
        return switch (action.record()) {
            case Action.SELF -> author.id();
            case Action.MADE ->
                tx == null ? null : tx.concerned(action.entity()).orElse(null);
            default -> parameter(action.record());
        };
    }

    private @Nullable String parameter(String name) {
        return request.route().path().contains("{" + name + "}") ? request.pathParameter(name) : null;
    }

    private Entry entry(String name, @Nullable String record, @Nullable String workspace, @Nullable String project) {
        return new Entry(
                id,
                workspace,
                project,
                name,
                author.id(),
                action.entity(),
                record,
                author.origin().key(),
                author.via(),
                null,
                now);
    }
}
