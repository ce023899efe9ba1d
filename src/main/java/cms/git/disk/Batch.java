package cms.git.disk;

import cms.git.graph.ObjectSource.GitObject;
import cms.git.graph.PendingObjects;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** Writes that become durable together; each sees those before it, and a failed one leaves no trace. */
final class Batch {
    private final StoredObjects stored;
    private final RefStore refStore;
    private final NavigableMap<String, ObjectId> refsBefore;
    private final PendingObjects objects;
    private final Map<String, Optional<ObjectId>> moved = new LinkedHashMap<>();
    private final Set<ObjectId> roots = new LinkedHashSet<>();

    Batch(StoredObjects stored, RefStore refStore) throws IOException {
        this.stored = stored;
        this.refStore = refStore;
        this.refsBefore = refStore.all();
        this.objects = new PendingObjects(stored);
    }

    <T extends @Nullable Object> T run(Function<Draft, T> work) {
        Draft draft = new Draft(new PendingObjects(objects), new PendingRefs(refsBefore, moved));
        try {
            T result = work.apply(draft);
            objects.takeOver(draft.objects());
            moved.putAll(draft.refs().moved());
            roots.addAll(draft.kept());
            return result;
        } finally {
            draft.objects().forget();
        }
    }

    /** Objects first, then all refs at once; when this returns, both are on the disk. */
    void flush() throws IOException {
        List<RefMove> moves = new ArrayList<>();
        moved.forEach((ref, after) -> moves.add(new RefMove(ref, refsBefore.get(ref), after.orElse(null))));
        moves.removeIf(RefMove::changesNothing);
        moved.values().forEach(after -> after.ifPresent(roots::add));
        Map<ObjectId, GitObject> needed = objects.neededBy(roots);
        if (moves.isEmpty()) {
            stored.write(needed);
        } else {
            write(needed, moves);
        }
    }

    private void write(Map<ObjectId, GitObject> needed, List<RefMove> moves) throws IOException {
        AtomicReference<RefStore.Staged> staged = new AtomicReference<>();
        try {
            DiskTasks.all(List.of(() -> staged.set(refStore.stage(moves)), () -> stored.write(needed)));
        } catch (IOException failed) {
            if (staged.get() != null) {
                staged.get().discard();
            }
            throw failed;
        }
        staged.get().publish();
    }

    void end() {
        objects.forget();
    }
}
