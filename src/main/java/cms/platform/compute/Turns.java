package cms.platform.compute;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Queues of waiting work, one for each workspace, served in turn, so that a busy workspace delays the others by one
 * piece of work.
 */
final class Turns<T> {
    private final int eachMax;
    private final int allMax;
    private final LinkedHashMap<String, ArrayDeque<T>> waiting = new LinkedHashMap<>();
    private int count;

    Turns(int eachMax, int allMax) {
        this.eachMax = eachMax;
        this.allMax = allMax;
    }

    /** False when this workspace, or everybody together, waits for enough. */
    boolean add(String workspaceId, T work) {
        ArrayDeque<T> line = waiting.get(workspaceId);
        if (count >= allMax || (line != null && line.size() >= eachMax)) {
            return false;
        }
        waiting.computeIfAbsent(workspaceId, missing -> new ArrayDeque<>()).addLast(work);
        count++;
        return true;
    }

    /** The first of the workspace whose turn it is, which then waits behind the others; null when nothing waits. */
    @Nullable
    T next() {
        Map.Entry<String, ArrayDeque<T>> turn = waiting.pollFirstEntry();
        if (turn == null) {
            return null;
        }
        T work = turn.getValue().removeFirst();
        count--;
        if (!turn.getValue().isEmpty()) {
            waiting.put(turn.getKey(), turn.getValue());
        }
        return work;
    }

    /** Takes out what nobody waits for any more. */
    void remove(String workspaceId, T work) {
        ArrayDeque<T> line = waiting.get(workspaceId);
        if (line != null && line.remove(work)) {
            count--;
            if (line.isEmpty()) {
                waiting.remove(workspaceId);
            }
        }
    }
}
