package cms.git.refs;

import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.eclipse.jgit.lib.ObjectId;

/** All refs at one moment. */
public final class Refs {
    static final Refs NONE = new Refs(Collections.emptyNavigableMap());

    private final NavigableMap<String, ObjectId> byName;

    Refs(NavigableMap<String, ObjectId> byName) {
        this.byName = Collections.unmodifiableNavigableMap(byName);
    }

    public Optional<ObjectId> get(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The refs whose names begin with a prefix, sorted, not to be changed. */
    public NavigableMap<String, ObjectId> below(String prefix) {
        return prefix.isEmpty() || byName.isEmpty()
                ? byName
                : byName.subMap(prefix, true, prefix + Character.MAX_VALUE, false);
    }

    public NavigableMap<String, ObjectId> all() {
        return byName;
    }

    /** Whether this and other refs are the same below a prefix. */
    public boolean isSameBelow(String prefix, Refs other) {
        if (byName == other.byName) {
            return true;
        }
        Iterator<Map.Entry<String, ObjectId>> own = below(prefix).entrySet().iterator();
        Iterator<Map.Entry<String, ObjectId>> others =
                other.below(prefix).entrySet().iterator();
        while (own.hasNext() && others.hasNext()) {
            if (!own.next().equals(others.next())) {
                return false;
            }
        }
        return own.hasNext() == others.hasNext();
    }

    Refs with(Collection<RefMove> moves) {
        NavigableMap<String, ObjectId> moved = new TreeMap<>(byName);
        for (RefMove move : moves) {
            ObjectId after = move.after();
            if (after == null) {
                moved.remove(move.ref());
            } else {
                moved.put(move.ref(), after);
            }
        }
        return new Refs(moved);
    }
}
