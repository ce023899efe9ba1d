package cms.git.disk;

import cms.git.graph.GitNames;
import cms.git.refs.Refs;
import cms.platform.failure.Failure;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.eclipse.jgit.lib.ObjectId;

/** Refs as one write sees them: those on the disk, moved by the writes before it and by itself. */
final class PendingRefs {
    private final Refs stored;
    private final NavigableMap<String, Optional<ObjectId>> earlier;
    private final NavigableMap<String, Optional<ObjectId>> moved = new TreeMap<>();

    PendingRefs(Refs stored, NavigableMap<String, Optional<ObjectId>> earlier) {
        this.stored = stored;
        this.earlier = earlier;
    }

    Optional<ObjectId> get(String ref) {
        Optional<ObjectId> own = moved.get(ref);
        if (own == null) {
            own = earlier.get(ref);
        }
        return own != null ? own : stored.get(ref);
    }

    /** The refs below a prefix, by name. */
    NavigableMap<String, ObjectId> below(String prefix) {
        String end = prefix + Character.MAX_VALUE;
        NavigableMap<String, ObjectId> all = new TreeMap<>(stored.below(prefix));
        earlier.subMap(prefix, end).forEach((ref, value) -> put(all, ref, value));
        moved.subMap(prefix, end).forEach((ref, value) -> put(all, ref, value));
        return all;
    }

    private static void put(NavigableMap<String, ObjectId> all, String ref, Optional<ObjectId> value) {
        value.ifPresentOrElse(commit -> all.put(ref, commit), () -> all.remove(ref));
    }

    /** Number of refs below a prefix. */
    int count(String prefix) {
        String end = prefix + Character.MAX_VALUE;
        int count = stored.below(prefix).size();
        for (var move : moved.subMap(prefix, end).entrySet()) {
            count += change(move.getKey(), move.getValue());
        }
        for (var move : earlier.subMap(prefix, end).entrySet()) {
            count += moved.containsKey(move.getKey()) ? 0 : change(move.getKey(), move.getValue());
        }
        return count;
    }

    private int change(String ref, Optional<ObjectId> value) {
        return (value.isPresent() ? 1 : 0) - (stored.get(ref).isPresent() ? 1 : 0);
    }

    NavigableMap<String, Optional<ObjectId>> moved() {
        return moved;
    }

    void move(String ref, Optional<ObjectId> expected, Optional<ObjectId> value) {
        if (!get(ref).equals(expected)) {
            throw Failure.conflict(
                    expected.isEmpty()
                            ? "The branch " + shown(ref) + " already exists."
                            : "The branch " + shown(ref) + " has moved; read it again and repeat the change.");
        }
        if (expected.isEmpty()) {
            refuseNameClash(ref);
        }
        moved.put(ref, value);
    }

    /**
     * Refuses a ref whose name clashes with another: Git stores refs as files, so {@code cr} and {@code cr/x} cannot
     * both exist.
     */
    private void refuseNameClash(String ref) {
        for (int slash = ref.indexOf('/', GitNames.REFS.length()); slash > 0; slash = ref.indexOf('/', slash + 1)) {
            refuseIfThere(ref, ref.substring(0, slash));
        }
        String below = ref + "/";
        stored.below(below).keySet().forEach(name -> refuseIfThere(ref, name));
        String end = below + Character.MAX_VALUE;
        earlier.subMap(below, end).keySet().forEach(name -> refuseIfThere(ref, name));
        moved.subMap(below, end).keySet().forEach(name -> refuseIfThere(ref, name));
    }

    private void refuseIfThere(String ref, String other) {
        if (get(other).isPresent()) {
            throw Failure.conflict("The branch " + shown(ref) + " cannot exist beside the branch " + shown(other)
                    + "; rename or delete that one.");
        }
    }

    private static String shown(String ref) {
        return "\"" + (ref.startsWith(GitNames.HEADS) ? ref.substring(GitNames.HEADS.length()) : ref) + "\"";
    }
}
