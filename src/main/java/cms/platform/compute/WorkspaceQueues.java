package cms.platform.compute;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Queues of waiting work, one for each workspace. Accounts are served in turn, and the workspaces of an account in
 * turn, so that a busy account delays the others by one piece of work, however many workspaces it has.
 */
final class WorkspaceQueues<T> {
    /** Waiting pieces up to which a workspace is not refused although others have many. */
    private static final int LITTLE = 4;

    /** Multiple of the usual limit up to which that exception applies. */
    private static final int OVER = 4;

    private final int workspaceMax;
    private final int accountMax;
    private final int allMax;
    private final LinkedHashMap<String, LinkedHashMap<String, ArrayDeque<T>>> waiting = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private int count;

    WorkspaceQueues(int workspaceMax, int accountMax, int allMax) {
        this.workspaceMax = workspaceMax;
        this.accountMax = accountMax;
        this.allMax = allMax;
    }

    /** Adds work; false when this workspace, its account, or all together have their maximum waiting. */
    boolean add(String account, String workspaceId, T work) {
        int own = counts.getOrDefault(account, 0);
        int all = own < LITTLE ? OVER * allMax : allMax;
        if (count >= all || own >= accountMax || lengthOf(account, workspaceId) >= workspaceMax) {
            return false;
        }
        line(account, workspaceId).addLast(work);
        counted(account, 1);
        return true;
    }

    /** Adds work that was begun, before the rest of its workspace; it is never refused. */
    void addAgain(String account, String workspaceId, T begun) {
        line(account, workspaceId).addFirst(begun);
        counted(account, 1);
    }

    /** The first work of the next workspace in turn, which then moves to the end; null when no work waits. */
    @Nullable
    T next() {
        Map.Entry<String, LinkedHashMap<String, ArrayDeque<T>>> turn = waiting.pollFirstEntry();
        if (turn == null) {
            return null;
        }
        Map.Entry<String, ArrayDeque<T>> line = turn.getValue().pollFirstEntry();
        T work = line.getValue().removeFirst();
        counted(turn.getKey(), -1);
        if (!line.getValue().isEmpty()) {
            turn.getValue().putLast(line.getKey(), line.getValue());
        }
        if (!turn.getValue().isEmpty()) {
            waiting.putLast(turn.getKey(), turn.getValue());
        }
        return work;
    }

    /** Removes work whose caller does not wait any more. */
    void remove(String account, String workspaceId, T work) {
        LinkedHashMap<String, ArrayDeque<T>> lines = waiting.get(account);
        ArrayDeque<T> line = lines == null ? null : lines.get(workspaceId);
        if (lines == null || line == null || !line.remove(work)) {
            return;
        }
        counted(account, -1);
        if (line.isEmpty()) {
            lines.remove(workspaceId);
        }
        if (lines.isEmpty()) {
            waiting.remove(account);
        }
    }

    boolean isEmpty() {
        return count == 0;
    }

    private int lengthOf(String account, String workspaceId) {
        LinkedHashMap<String, ArrayDeque<T>> lines = waiting.get(account);
        ArrayDeque<T> line = lines == null ? null : lines.get(workspaceId);
        return line == null ? 0 : line.size();
    }

    private ArrayDeque<T> line(String account, String workspaceId) {
        return waiting.computeIfAbsent(account, missing -> new LinkedHashMap<>())
                .computeIfAbsent(workspaceId, missing -> new ArrayDeque<>());
    }

    private void counted(String account, int more) {
        count += more;
        counts.merge(account, more, (before, change) -> before + change == 0 ? null : before + change);
    }
}
