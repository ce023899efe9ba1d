package cms.platform.db;

import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;

/**
 * One transaction, handed from a door to its stores.
 *
 * <p>Statements use named parameters ({@code :name}). A store never opens a transaction of its own.
 */
public final class Tx {
    private final Handle handle;
    private final List<Runnable> afterCommit = new ArrayList<>();

    Tx(Handle handle) {
        this.handle = handle;
    }

    public Query query(String sql) {
        return handle.createQuery(sql);
    }

    public Update update(String sql) {
        return handle.createUpdate(sql);
    }

    /** Runs once, on the same thread, right after this transaction has been committed; never after a rollback. */
    public void afterCommit(Runnable action) {
        afterCommit.add(action);
    }

    void committed() {
        afterCommit.forEach(Runnable::run);
    }
}
