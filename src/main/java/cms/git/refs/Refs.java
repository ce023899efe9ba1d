package cms.git.refs;

import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.eclipse.jgit.lib.ObjectId;

/**
 * All refs at one moment. What moved since {@code packed-refs} was written stands beside what it holds, so that a move
 * costs what moved and not what is there.
 */
public final class Refs {
    static final Refs NONE = new Refs(Collections.emptyNavigableMap(), Collections.emptyNavigableMap());

    private final NavigableMap<String, ObjectId> packed;
    private final NavigableMap<String, Optional<ObjectId>> moved;

    Refs(NavigableMap<String, ObjectId> packed, NavigableMap<String, Optional<ObjectId>> moved) {
        this.packed = packed;
        this.moved = moved;
    }

    public Optional<ObjectId> get(String name) {
        Optional<ObjectId> own = moved.get(name);
        return own != null ? own : Optional.ofNullable(packed.get(name));
    }

    /** Those whose names begin with a prefix, sorted, not to be changed. */
    public NavigableMap<String, ObjectId> below(String prefix) {
        NavigableMap<String, ObjectId> there = part(packed, prefix);
        NavigableMap<String, Optional<ObjectId>> changes = part(moved, prefix);
        return Collections.unmodifiableNavigableMap(changes.isEmpty() ? there : merged(there, changes));
    }

    public NavigableMap<String, ObjectId> all() {
        return below("");
    }

    /** Whether this and other refs are certainly the same below a prefix; false may also mean that nobody has looked. */
    public boolean isSameBelow(String prefix, Refs other) {
        return packed == other.packed && part(moved, prefix).equals(part(other.moved, prefix));
    }

    Refs with(Collection<RefMove> moves) {
        NavigableMap<String, Optional<ObjectId>> changed = new TreeMap<>(moved);
        moves.forEach(move -> changed.put(move.ref(), Optional.ofNullable(move.after())));
        return new Refs(packed, changed);
    }

    /** The same with what moved since an earlier moment beside what was there then. */
    Refs over(NavigableMap<String, ObjectId> earlier) {
        NavigableMap<String, Optional<ObjectId>> since = new TreeMap<>(moved);
        Iterator<Map.Entry<String, Optional<ObjectId>>> each = since.entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<String, Optional<ObjectId>> move = each.next();
            if (move.getValue().equals(Optional.ofNullable(earlier.get(move.getKey())))) {
                each.remove();
            }
        }
        return new Refs(earlier, since);
    }

    /** About how many there are, without counting. */
    int estimate() {
        return packed.size() + moved.size();
    }

    private static <V> NavigableMap<String, V> part(NavigableMap<String, V> refs, String prefix) {
        return prefix.isEmpty() || refs.isEmpty()
                ? refs
                : refs.subMap(prefix, true, prefix + Character.MAX_VALUE, false);
    }

    private static NavigableMap<String, ObjectId> merged(
            NavigableMap<String, ObjectId> there, NavigableMap<String, Optional<ObjectId>> changes) {
        NavigableMap<String, ObjectId> now = new TreeMap<>(there);
        changes.forEach((name, id) -> id.ifPresentOrElse(value -> now.put(name, value), () -> now.remove(name)));
        return now;
    }
}
