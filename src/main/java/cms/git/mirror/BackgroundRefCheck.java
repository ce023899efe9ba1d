package cms.git.mirror;

import cms.git.remote.RemoteException;
import cms.platform.failure.Failure;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jgit.lib.ObjectId;

/**
 * A check of the host's branches beside a write, so that it costs no round trip: the push that is sent meanwhile names
 * the expected value of each branch that it moves.
 */
final class BackgroundRefCheck {
    private final Instant startedAt;
    private final NavigableMap<String, ObjectId> local;
    private final Set<String> moved = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Boolean> news = new CompletableFuture<>();

    @FunctionalInterface
    interface Asking {
        NavigableMap<String, ObjectId> ask() throws RemoteException;
    }

    /** @param local the branches of the mirror */
    BackgroundRefCheck(Instant startedAt, NavigableMap<String, ObjectId> local) {
        this.startedAt = startedAt;
        this.local = local;
    }

    Instant startedAt() {
        return startedAt;
    }

    /** Excludes branches that are being pushed from here, whose moves are no news. */
    void moving(Collection<String> refs) {
        moved.addAll(refs);
    }

    boolean isOver() {
        return news.isDone();
    }

    /** Asks the host; true when branches have moved. The caller acts on that before waiting writers continue. */
    boolean run(Asking asking) throws RemoteException {
        return differs(asking.ask());
    }

    void ends(boolean hasNews) {
        news.complete(hasNews);
    }

    void fails(Throwable why) {
        news.completeExceptionally(why);
    }

    /** Waits for the end; true when others have moved branches. */
    boolean hasNews() throws RemoteException {
        try {
            return news.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RemoteException error) {
                throw error;
            }
            if (failed.getCause() instanceof Failure known) {
                throw known;
            }
            throw failed;
        }
    }

    private boolean differs(Map<String, ObjectId> there) {
        return there.entrySet().stream().anyMatch(branch -> isNews(branch.getKey(), branch.getValue()))
                || local.keySet().stream().anyMatch(ref -> !there.containsKey(ref) && !moved.contains(ref));
    }

    private boolean isNews(String ref, ObjectId tip) {
        return !moved.contains(ref) && !Objects.equals(local.get(ref), tip);
    }
}
