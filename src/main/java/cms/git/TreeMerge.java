package cms.git;

import java.util.Objects;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Merges two trees over a third. Only paths that differ are visited: a side that kept the base's object takes the
 * other side's whole subtree. Moves are not followed: a moved file is a removal and an addition.
 */
final class TreeMerge {
    /** Larger files are not handed to a merger: two changes of one such file are a conflict. */
    private static final long FILE_BYTES_MAX = 32L << 20;

    private final PendingObjects objects;
    private final FileMerger merger;
    private final List<MergeResult.Conflict> conflicts = new ArrayList<>();

    TreeMerge(PendingObjects objects, FileMerger merger) {
        this.objects = objects;
        this.merger = merger;
    }

    /** One name in the three trees; null where a tree has no such name. */
    private record Trio(
            Folder.@Nullable Item base, Folder.@Nullable Item ours, Folder.@Nullable Item theirs) {}

    /** The merged root. Look at {@link #conflicts} before using it: there a conflicting path keeps the base's file. */
    ObjectId merge(ObjectId base, ObjectId ours, ObjectId theirs) {
        ObjectId merged = folders("", base, ours, theirs);
        return merged == null ? objects.put(Constants.OBJ_TREE, new byte[0]) : merged;
    }

    List<MergeResult.Conflict> conflicts() {
        return conflicts.stream()
                .sorted(java.util.Comparator.comparing(MergeResult.Conflict::path))
                .toList();
    }

    private @Nullable ObjectId folders(
            String path, @Nullable ObjectId base, @Nullable ObjectId ours, @Nullable ObjectId theirs) {
        if (Objects.equals(ours, theirs) || Objects.equals(base, theirs)) {
            return ours;
        }
        if (Objects.equals(base, ours)) {
            return theirs;
        }
        List<Folder.Item> merged = new ArrayList<>();
        for (Trio trio : trios(items(base), items(ours), items(theirs))) {
            Folder.Item item = item(path, trio);
            if (item != null) {
                merged.add(item);
            }
        }
        refuseClashes(path, merged);
        return merged.isEmpty() ? null : objects.put(Constants.OBJ_TREE, Folder.format(merged));
    }

    private Folder.@Nullable Item item(String path, Trio trio) {
        Folder.Item base = trio.base();
        Folder.Item ours = trio.ours();
        Folder.Item theirs = trio.theirs();
        if (same(ours, theirs) || same(base, theirs)) {
            return ours;
        }
        if (same(base, ours)) {
            return theirs;
        }
        Folder.Item named = named(trio);
        String name = path + named.name();
        if (!named.isFolder()) {
            return file(name, trio);
        }
        ObjectId tree = folders(name + "/", id(base), id(ours), id(theirs));
        return tree == null ? null : new Folder.Item(named.name(), named.raw(), named.mode(), tree);
    }

    private Folder.@Nullable Item file(String path, Trio trio) {
        if (!mergeable(trio.base()) || !mergeable(trio.ours()) || !mergeable(trio.theirs())) {
            conflicts.add(new MergeResult.Conflict(path, List.of()));
            return trio.base();
        }
        Folder.Item ours = trio.ours();
        Folder.Item theirs = trio.theirs();
        if (ours != null && theirs != null && ours.id().equals(theirs.id())) {
            return withContent(trio, ours.id());
        }
        return switch (merger.merge(path, bytes(trio.base()), bytes(ours), bytes(theirs))) {
            case FileMerger.Content content -> withContent(trio, objects.put(Constants.OBJ_BLOB, content.bytes().clone()));
            case FileMerger.Removal() -> null;
            case FileMerger.Clash clash -> {
                conflicts.add(new MergeResult.Conflict(path, clash.details()));
                yield trio.base();
            }
        };
    }

    /** The mode merges like a value of its own: the side that changed it wins. */
    private static Folder.Item withContent(Trio trio, ObjectId content) {
        Folder.Item base = trio.base();
        Folder.Item ours = trio.ours();
        Folder.Item theirs = trio.theirs();
        Folder.Item named = named(trio);
        int mode = named.mode();
        if (ours != null && theirs != null) {
            mode = base != null && base.mode() == ours.mode() ? theirs.mode() : ours.mode();
        } else if (ours != null || theirs != null) {
            mode = ours != null ? ours.mode() : theirs.mode();
        }
        return new Folder.Item(named.name(), named.raw(), mode, content);
    }

    /** A name that ended up as a file and as a folder, one from each side. */
    private void refuseClashes(String path, List<Folder.Item> merged) {
        Set<String> names = new HashSet<>();
        Set<String> clashes = new HashSet<>();
        for (Folder.Item item : merged) {
            if (!names.add(item.name())) {
                clashes.add(item.name());
                conflicts.add(new MergeResult.Conflict(path + item.name(), List.of()));
            }
        }
        merged.removeIf(item -> clashes.contains(item.name()) && !item.isFolder());
    }

    private static List<Trio> trios(List<Folder.Item> base, List<Folder.Item> ours, List<Folder.Item> theirs) {
        TreeSet<Folder.Item> names = new TreeSet<>(base);
        names.addAll(ours);
        names.addAll(theirs);
        int[] at = new int[3];
        List<Trio> trios = new ArrayList<>(names.size());
        for (Folder.Item name : names) {
            trios.add(new Trio(take(base, at, 0, name), take(ours, at, 1, name), take(theirs, at, 2, name)));
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

    private byte @Nullable [] bytes(Folder.@Nullable Item item) {
        return item == null ? null : objects.read(item.id(), Constants.OBJ_BLOB, FILE_BYTES_MAX).clone();
    }

    private static boolean mergeable(Folder.@Nullable Item item) {
        return item == null || item.isFile();
    }

    private static boolean same(Folder.@Nullable Item one, Folder.@Nullable Item other) {
        return one == null ? other == null : other != null && one.isSame(other);
    }

    private static @Nullable ObjectId id(Folder.@Nullable Item item) {
        return item == null ? null : item.id();
    }

    private static Folder.Item named(Trio trio) {
        Folder.Item first = trio.ours() != null ? trio.ours() : trio.theirs();
        return Objects.requireNonNull(first != null ? first : trio.base());
    }
}
