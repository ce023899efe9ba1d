package cms.git.disk;

import cms.git.graph.GitNames;
import cms.git.graph.ObjectSource;
import cms.git.graph.ObjectSource.GitObject;
import cms.git.graph.PendingObjects;
import cms.git.refs.RefMove;
import cms.git.refs.RefStore;
import cms.git.refs.Refs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** Writes that become durable together; each sees those before it, and a failed one leaves no trace. */
final class Batch {
    private final StoredObjects stored;
    private final RefStore refStore;
    private final Refs refsBefore;
    private final PendingObjects objects;
    private final NavigableMap<String, Optional<ObjectId>> moved = new TreeMap<>();
    private final Set<ObjectId> roots = new LinkedHashSet<>();
    private final Set<String> optional = new HashSet<>();
    private final @Nullable Upstream upstream;
    private boolean refused;

    /** @param upstream null for a repository without a remote host */
    Batch(StoredObjects stored, RefStore refStore, @Nullable Upstream upstream) throws IOException {
        this.stored = stored;
        this.refStore = refStore;
        this.upstream = upstream;
        this.refsBefore = refStore.all();
        this.objects = new PendingObjects(stored);
    }

    <T extends @Nullable Object> T run(Function<PendingWrite, T> work) {
        return run(objects, work);
    }

    /** Runs a work that also reads the objects in the quarantine of a push. */
    <T extends @Nullable Object> T run(Quarantine brought, Function<PendingWrite, T> work) {
        return run(brought.over(objects), work);
    }

    private <T extends @Nullable Object> T run(ObjectSource below, Function<PendingWrite, T> work) {
        PendingWrite draft =
                new PendingWrite(new PendingObjects(below), new PendingRefs(refsBefore, moved), this::takes);
        try {
            T result = work.apply(draft);
            objects.takeOver(draft.objects());
            moved.putAll(draft.refs().moved());
            roots.addAll(draft.retained());
            optional.addAll(draft.optional());
            return result;
        } catch (Throwable refusal) {
            refused = true;
            throw refusal;
        } finally {
            draft.objects().forget();
        }
    }

    private boolean takes(String ref) {
        return upstream == null || upstream.takes(ref);
    }

    /**
     * Stores objects first, then all refs at once; when this returns {@code TAKEN}, both are on the disk, and on the
     * remote host where there is one. Otherwise no ref has moved.
     */
    Upstream.Offer flush() throws IOException {
        List<RefMove> moves = new ArrayList<>();
        moved.forEach(
                (ref, after) -> moves.add(new RefMove(ref, refsBefore.get(ref).orElse(null), after.orElse(null))));
        moves.removeIf(RefMove::changesNothing);
        // A refused work, or one without a move, sends no lease: on the upstream's present state it may end otherwise.
        if (upstream != null && (refused || moves.isEmpty()) && upstream.isBehind()) {
            return Upstream.Offer.ANEW;
        }
        moved.values().forEach(after -> after.ifPresent(roots::add));
        Map<ObjectId, GitObject> needed = objects.neededBy(roots);
        if (moves.isEmpty()) {
            stored.write(needed, () -> {});
            return Upstream.Offer.TAKEN;
        }
        return write(needed, moves);
    }

    private Upstream.Offer write(Map<ObjectId, GitObject> needed, List<RefMove> moves) throws IOException {
        AtomicReference<RefStore.Staged> staged = new AtomicReference<>();
        try {
            stored.write(needed, () -> staged.set(refStore.stage(moves)));
        } catch (IOException failed) {
            if (staged.get() != null) {
                staged.get().discard();
            }
            throw failed;
        }
        Upstream.Offer offer = Upstream.Offer.TAKEN;
        try {
            // Refs of this service's own are nobody else's: a host neither has them nor hears of them.
            List<RefMove> shared =
                    moves.stream().filter(move -> !GitNames.isOwn(move.ref())).toList();
            offer = upstream == null || shared.isEmpty() ? offer : upstream.offer(shared, optional, needed);
        } catch (RuntimeException unknown) {
            staged.get().discard();
            throw unknown;
        }
        if (offer == Upstream.Offer.TAKEN) {
            staged.get().publish();
        } else {
            staged.get().discard();
        }
        return offer;
    }

    void end() {
        objects.forget();
    }
}
