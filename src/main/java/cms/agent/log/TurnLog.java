package cms.agent.log;

import cms.agent.model.CleanText;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The events of a turn that runs in this process. Readers get each at once; rows get them together with the messages
 * and results that are stored, and at most 250 ms after text. No event follows {@code done} or {@code error}.
 */
public final class TurnLog {
    private static final long TEXT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final String turnId;
    private final Database database;
    private final EventStore store = new EventStore();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private final List<TurnEvent> events = new ArrayList<>();
    private CleanText text = new CleanText();
    private int kept;
    private long keptAtNanos = System.nanoTime();
    private boolean ended;

    public TurnLog(String turnId, Database database) {
        this.turnId = turnId;
        this.database = database;
    }

    /** Adds the first event, stored in the transaction that begins the turn. */
    public void begin(Tx tx, String conversationId) {
        add(Json.object().put("type", "conversation").put("conversationId", conversationId));
        store.add(tx, turnId, events);
        kept = events.size();
    }

    public void text(String delta) {
        addText(text.add(delta));
    }

    /** Ends a run of text, and shows its end that was held back in case it became a key. */
    public void endOfText() {
        addText(text.end());
        text = new CleanText();
    }

    private void addText(String shown) {
        if (!shown.isEmpty()) {
            add(Json.object().put("type", "text").put("content", shown));
            if (System.nanoTime() - keptAtNanos > TEXT_NANOS) {
                keepWith(tx -> {});
            }
        }
    }

    public void call(String id, String name) {
        endOfText();
        add(Json.object().put("type", "tool_use").put("id", id).put("name", CleanText.once(name)));
    }

    public void result(String id, String name, ObjectNode result) {
        ObjectNode event =
                Json.object().put("type", "tool_result").put("id", id).put("name", CleanText.once(name));
        event.set("result", result);
        add(event);
    }

    /** Stores the events since the last call, together with other rows in one transaction. */
    public void keepWith(Consumer<Tx> others) {
        List<TurnEvent> rest = List.copyOf(events.subList(kept, events.size()));
        database.writing(tx -> {
            others.accept(tx);
            if (!rest.isEmpty()) {
                store.add(tx, turnId, rest);
            }
        });
        kept += rest.size();
        keptAtNanos = System.nanoTime();
    }

    /** Stores the last event, {@code done} or {@code error}, in the transaction that ends the turn. */
    public void end(Tx tx, ObjectNode last) {
        lock.lock();
        try {
            List<TurnEvent> rest = new ArrayList<>(events.subList(kept, events.size()));
            rest.add(new TurnEvent(events.size() + 1L, last));
            store.add(tx, turnId, rest);
        } finally {
            lock.unlock();
        }
    }

    /** Passes the last event to readers, after it was stored; null for none. */
    public void ended(@Nullable ObjectNode last) {
        lock.lock();
        try {
            if (last != null && !ended) {
                events.add(new TurnEvent(events.size() + 1L, last));
            }
            ended = true;
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void add(ObjectNode event) {
        lock.lock();
        try {
            if (!ended) {
                events.add(new TurnEvent(events.size() + 1L, event));
                more.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The events after the {@code n}th; waits for one, and is empty after the timeout or at the end. */
    public List<TurnEvent> after(long n, Duration wait) throws InterruptedException {
        lock.lock();
        try {
            long left = wait.toNanos();
            while (events.size() <= n && !ended && left > 0) {
                left = more.awaitNanos(left);
            }
            return events.size() <= n ? List.of() : List.copyOf(events.subList((int) n, events.size()));
        } finally {
            lock.unlock();
        }
    }

    /** Whether no event follows the {@code n}th. */
    public boolean isOver(long n) {
        lock.lock();
        try {
            return ended && n >= events.size();
        } finally {
            lock.unlock();
        }
    }
}
