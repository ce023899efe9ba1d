package cms.git.disk;

import cms.git.graph.PendingObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;

/** What one write has made so far; nothing of it is visible to others before the write has ended well. */
public final class Draft {
    private final PendingObjects objects;
    private final PendingRefs refs;
    private final List<ObjectId> kept = new ArrayList<>();

    Draft(PendingObjects objects, PendingRefs refs) {
        this.objects = objects;
        this.refs = refs;
    }

    /** Objects of the disk, of the writes before this one, and its own. */
    public PendingObjects objects() {
        return objects;
    }

    /** The commit that a ref points to now, by its full name. */
    public Optional<ObjectId> ref(String name) {
        return refs.get(name);
    }

    /** Moves a ref, or fails with {@code CONFLICT} when it is not where it is expected; empty is "no such ref". */
    public void move(String ref, Optional<ObjectId> expected, Optional<ObjectId> value) {
        refs.move(ref, expected, value);
    }

    /** Keeps a commit with everything that it needs, even when no ref points to it. */
    public void keep(ObjectId commit) {
        kept.add(commit);
    }

    PendingRefs refs() {
        return refs;
    }

    List<ObjectId> kept() {
        return kept;
    }
}
