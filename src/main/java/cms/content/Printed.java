package cms.content;

import cms.content.Snapshots.Synced;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** The cache of the last serialized answers of {@code brain/sync} of one project. Not thread-safe. */
final class Printed {
    private static final int KEPT_MAX = 4;

    /** The quote and the commit, with which every entity tag begins. */
    private static final int COMMIT_CHARS = 41;

    private final Deque<Synced> kept = new ArrayDeque<>();

    Optional<Synced> find(String tag) {
        return kept.stream().filter(synced -> synced.entityTag().equals(tag)).findFirst();
    }

    /** Caches an answer and drops those for the same models at other commits; the shown commit differs by models. */
    void keep(Synced fresh) {
        kept.removeIf(old -> isForSame(old, fresh) && !isOfSameCommit(old, fresh));
        kept.addFirst(fresh);
        if (kept.size() > KEPT_MAX) {
            kept.removeLast();
        }
    }

    private static boolean isForSame(Synced one, Synced other) {
        return caller(one).equals(caller(other));
    }

    /** The part of a tag that differs by visible models; the quote alone for a caller who may see all of them. */
    private static String caller(Synced synced) {
        String tag = synced.entityTag();
        return tag.substring(COMMIT_CHARS, Math.min(COMMIT_CHARS + SyncTag.CALLER_CHARS, tag.length()));
    }

    private static boolean isOfSameCommit(Synced one, Synced other) {
        return one.entityTag().regionMatches(0, other.entityTag(), 0, COMMIT_CHARS);
    }

    void clear() {
        kept.clear();
    }
}
