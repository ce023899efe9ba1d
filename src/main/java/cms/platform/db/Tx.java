package cms.platform.db;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One transaction, passed from a door to its stores.
 *
 * <p>Statements use named parameters ({@code :name}). A store never opens a transaction of its own.
 */
public final class Tx {
    private static final Logger LOG = LoggerFactory.getLogger(Tx.class);

    private final Handle handle;
    private final List<Runnable> afterCommit = new ArrayList<>();
    private final Map<String, String> concerned = new HashMap<>();

    Tx(Handle handle) {
        this.handle = handle;
    }

    public Query query(String sql) {
        return handle.createQuery(sql);
    }

    public Update update(String sql) {
        return handle.createUpdate(sql);
    }

    /**
     * Takes a named lock until this transaction ends, so that reading and writing are one step on both databases. To be
     * taken first, and only one: two transactions that take two locks in turn could deadlock.
     *
     * @param name of the data that is read and written, from a small fixed set; each name keeps a row for ever
     */
    public void takeLock(String name) {
        update(
                        "INSERT INTO turns (name, taken) VALUES (:name, 1) ON CONFLICT (name) DO UPDATE SET taken = turns.taken + 1")
                .bind("name", name)
                .execute();
    }

    /** Reports a row of a table that this transaction made, for a {@link TransactionHook} that keeps a log. */
    public void concerns(String table, String id) {
        concerned.put(table, id);
    }

    /** The only row that this transaction reported as made; empty for none or several. */
    public Optional<String> made() {
        return concerned.size() == 1 ? Optional.of(concerned.values().iterator().next()) : Optional.empty();
    }

    /** The row of a table that this transaction reported as made. */
    public Optional<String> concerned(String table) {
        return Optional.ofNullable(concerned.get(table));
    }

    /**
     * Runs once, on the same thread, right after this transaction has been committed; never after a rollback.
     *
     * <p>A failure of {@code action} is only logged: the rows are committed, and the caller must learn that.
     */
    public void afterCommit(Runnable action) {
        afterCommit.add(action);
    }

    void committed() {
        for (Runnable action : afterCommit) {
            try {
                action.run();
            } catch (RuntimeException failed) {
                LOG.error("what should follow a commit failed", failed);
            }
        }
    }
}
