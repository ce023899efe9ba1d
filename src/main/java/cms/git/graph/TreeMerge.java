package cms.git.graph;

import cms.platform.failure.Failure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Merges two trees over a third. Only paths that differ are visited: a side that kept the base's object takes the other
 * side's whole subtree. Moves are not followed: a moved file is a removal and an addition.
 */
final class TreeMerge {
    private final PendingObjects objects;
    private final Trees.Judge judge;
    private long visited;

    TreeMerge(PendingObjects objects, Trees.Judge judge) {
        this.objects = objects;
        this.judge = judge;
    }

    /** The merged root. */
    ObjectId merge(ObjectId base, ObjectId ours, ObjectId theirs) {
        ObjectId merged = folders("", base, ours, theirs, 0);
        return merged == null ? objects.put(Constants.OBJ_TREE, new byte[0]) : merged;
    }

    private @Nullable ObjectId folders(
            String path, @Nullable ObjectId base, @Nullable ObjectId ours, @Nullable ObjectId theirs, int depth) {
        if (Objects.equals(ours, theirs) || Objects.equals(base, theirs)) {
            return ours;
        }
        if (Objects.equals(base, ours)) {
            return theirs;
        }
        if (depth > Trees.DEPTH_MAX) {
            throw Failure.conflict(
                    "Folders that both sides changed are nested more than " + Trees.DEPTH_MAX + " levels deep.");
        }
        List<Folder.Item> merged = new ArrayList<>();
        List<Folder.Item> mine = items(ours);
        List<Folder.Item> others = items(theirs);
        for (Trees.Trio trio : trios(items(base), mine, others)) {
            Folder.Item item = item(path, trio, depth);
            if (item != null) {
                merged.add(item);
            }
        }
        settleClashes(path, merged, mine);
        PortableNames.compare(
                missing(others, merged),
                missing(mine, merged),
                (ofOurs, ofTheirs) -> judge.alike(path + ofTheirs, path + ofOurs));
        return merged.isEmpty() ? null : objects.put(Constants.OBJ_TREE, Folder.format(merged));
    }

    private Folder.@Nullable Item item(String path, Trees.Trio trio, int depth) {
        if (same(trio.ours(), trio.theirs()) || same(trio.base(), trio.theirs())) {
            return trio.ours();
        }
        if (same(trio.base(), trio.ours())) {
            return trio.theirs();
        }
        Trees.requireFew(++visited);
        Folder.Item named = trio.named();
        String name = path + named.name();
        if (!named.isFolder()) {
            return judge.file(name, trio);
        }
        ObjectId tree = folders(name + "/", id(trio.base()), id(trio.ours()), id(trio.theirs()), depth + 1);
        return tree == null ? null : new Folder.Item(named.name(), named.raw(), named.mode(), tree);
    }

    private void settleClashes(String path, List<Folder.Item> merged, List<Folder.Item> ours) {
        Set<String> names = new HashSet<>();
        Map<String, Boolean> files = new HashMap<>();
        for (Folder.Item item : merged) {
            if (!names.add(item.name())) {
                boolean isOurs = ours.stream().anyMatch(mine -> mine.name().equals(item.name()) && !mine.isFolder());
                files.put(item.name(), judge.clash(path + item.name(), isOurs));
            }
        }
        merged.removeIf(item -> files.containsKey(item.name()) && files.get(item.name()) == item.isFolder());
    }

    /** The names of a merged folder that one side does not have. */
    private static Set<String> missing(List<Folder.Item> side, List<Folder.Item> merged) {
        Set<String> names = new HashSet<>();
        merged.forEach(item -> names.add(item.name()));
        side.forEach(item -> names.remove(item.name()));
        return names;
    }

    private static List<Trees.Trio> trios(List<Folder.Item> base, List<Folder.Item> ours, List<Folder.Item> theirs) {
        TreeSet<Folder.Item> names = new TreeSet<>(base);
        names.addAll(ours);
        names.addAll(theirs);
        int[] at = new int[3];
        List<Trees.Trio> trios = new ArrayList<>(names.size());
        for (Folder.Item name : names) {
            trios.add(new Trees.Trio(take(base, at, 0, name), take(ours, at, 1, name), take(theirs, at, 2, name)));
        }
        return trios;
    }

    private static Folder.@Nullable Item take(List<Folder.Item> items, int[] at, int side, Folder.Item name) {
        if (at[side] < items.size() && items.get(at[side]).compareTo(name) == 0) {
            return items.get(at[side]++);
        }
        return null;
    }

    private List<Folder.Item> items(@Nullable ObjectId tree) {
        return tree == null ? List.of() : objects.folder(tree).items();
    }

    private static boolean same(Folder.@Nullable Item one, Folder.@Nullable Item other) {
        return one == null ? other == null : other != null && one.isSame(other);
    }

    private static @Nullable ObjectId id(Folder.@Nullable Item item) {
        return item == null ? null : item.id();
    }
}
