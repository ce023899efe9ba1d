package cms.git.refs;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** One ref from one value to another; null is "no such ref". */
public record RefMove(
        String ref, @Nullable ObjectId before, @Nullable ObjectId after) {
    /** The moves that turn the refs {@code from} into the refs {@code to}, sorted by name. */
    public static List<RefMove> between(Map<String, ObjectId> from, Map<String, ObjectId> to) {
        Set<String> names = new TreeSet<>(from.keySet());
        names.addAll(to.keySet());
        return names.stream()
                .map(name -> new RefMove(name, from.get(name), to.get(name)))
                .filter(move -> !move.changesNothing())
                .toList();
    }

    public boolean changesNothing() {
        return Objects.equals(before, after);
    }
}
