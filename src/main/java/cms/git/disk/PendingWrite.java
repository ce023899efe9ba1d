package cms.git.disk;

import cms.git.graph.PendingObjects;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.jgit.lib.ObjectId;

/**
 * The objects and ref moves that one write has made so far; other writes and readers see them only after the write has
 * succeeded.
 */
public final class PendingWrite {
    private final PendingObjects objects;
    private final PendingRefs refs;
    private final Predicate<String> takes;
    private final List<ObjectId> retained = new ArrayList<>();
    private final Set<String> optional = new HashSet<>();

    /** @param takes whether writes may move a ref; false for one that the remote host refuses to move */
    PendingWrite(PendingObjects objects, PendingRefs refs, Predicate<String> takes) {
        this.objects = objects;
        this.refs = refs;
        this.takes = takes;
    }

    /** Objects of the disk, of the writes before this one, and its own. */
    public PendingObjects objects() {
        return objects;
    }

    /** The commit that a ref points to now, by its full name. */
    public Optional<ObjectId> ref(String name) {
        return refs.get(name);
    }

    /** The refs whose full names begin with a prefix, by name. */
    public NavigableMap<String, ObjectId> refsBelow(String prefix) {
        return refs.below(prefix);
    }

    /** Number of refs whose full names begin with a prefix. */
    public int refCount(String prefix) {
        return refs.count(prefix);
    }

    /** Moves a ref, or fails with {@code CONFLICT} when it is not where it is expected; empty is "no such ref". */
    public void move(String ref, Optional<ObjectId> expected, Optional<ObjectId> value) {
        refs.move(ref, expected, value);
    }

    /**
     * As {@link #move}, for a ref that the write can do without; false, and no move, when the remote host does not take
     * pushes to it.
     */
    public boolean moveIfTaken(String ref, Optional<ObjectId> expected, Optional<ObjectId> value) {
        if (!takes.test(ref)) {
            return false;
        }
        refs.move(ref, expected, value);
        optional.add(ref);
        return true;
    }

    /** Keeps a commit with everything that it needs, even when no ref points to it. */
    public void retain(ObjectId commit) {
        retained.add(commit);
    }

    PendingRefs refs() {
        return refs;
    }

    Set<String> optional() {
        return optional;
    }

    List<ObjectId> retained() {
        return retained;
    }
}
