package cms.media.use;

import cms.format.ContentBranches;
import cms.platform.db.Database;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Updates the rows of one branch from its files, in short transactions. All uses of one asset in one file are replaced
 * in one transaction, and unchanged ones are not touched, so that a concurrent decision sees every use that stays.
 */
final class UseRows {
    /** What is written in one transaction; a file's uses of one asset may exceed it. */
    private static final int ROWS_AT_ONCE = 1_000;

    private static final int PATHS_AT_ONCE = 256;

    /** The rows of a project: of its content, and of all open changes together. */
    private static final int TRUNK_ROWS_MAX = 500_000;

    private static final int CHANGES_ROWS_MAX = 200_000;
    private static final Logger LOG = LoggerFactory.getLogger(UseRows.class);

    private final Database database;
    private final String projectId;
    private final String branch;
    private final UseStore store = new UseStore();
    private final Map<String, Collection<Use>> waiting = new LinkedHashMap<>();
    private final Set<String> seen = new HashSet<>();
    private int waitingUses;
    private int room = -1;
    private boolean full;

    UseRows(Database database, String projectId, String branch) {
        this.database = database;
        this.projectId = projectId;
        this.branch = branch;
    }

    /** The uses of one asset in one file, and whether rows of it are there already. */
    private record Replacement(String path, String assetId, Set<Use> uses, boolean known) {}

    /** Replaces the uses in a file, at the latest with {@link #finish}. */
    void replace(String path, Collection<Use> uses) {
        waiting.put(path, uses);
        seen.add(path);
        waitingUses += uses.size();
        if (waitingUses >= ROWS_AT_ONCE || waiting.size() >= PATHS_AT_ONCE) {
            flush();
        }
    }

    void finish() {
        flush();
        if (full) {
            LOG.warn(
                    "content of project {} names assets in more places than are kept; the rest is not known as used",
                    projectId);
        }
    }

    /** As {@link #finish}; rows of files that were not replaced are removed. */
    void finishWhole() {
        finish();
        remove(database.read(tx -> store.files(tx, projectId, branch)).stream()
                .filter(file -> !seen.contains(file.path()))
                .toList());
    }

    /** Removes the rows of files, unread and a few files at a time. */
    private void remove(List<UseStore.Counted> files) {
        List<String> together = new ArrayList<>();
        long rows = 0;
        for (UseStore.Counted file : files) {
            together.add(file.path());
            rows += file.rows();
            if (rows >= ROWS_AT_ONCE || together.size() >= PATHS_AT_ONCE) {
                removeTogether(together);
                together.clear();
                rows = 0;
            }
        }
        removeTogether(together);
    }

    private void removeTogether(List<String> paths) {
        if (!paths.isEmpty()) {
            int removed = database.write(tx -> store.removeFiles(tx, projectId, branch, paths));
            room += room < 0 ? 0 : removed;
        }
    }

    /**
     * Brings the rows of the files that wait to what these name. Stored rows are read a slice of files at a time; those
     * of a file that names nothing, or has more than are ever stored, are removed unread.
     */
    private void flush() {
        if (waiting.isEmpty()) {
            return;
        }
        List<UseStore.Counted> stored =
                database.read(tx -> store.files(tx, projectId, branch, List.copyOf(waiting.keySet())));
        remove(stored.stream().filter(this::isRemovedUnread).toList());
        Map<String, Long> read = stored.stream()
                .filter(file -> !isRemovedUnread(file))
                .collect(Collectors.toMap(UseStore.Counted::path, UseStore.Counted::rows));
        Map<String, Collection<Use>> slice = new LinkedHashMap<>();
        long rows = 0;
        for (Map.Entry<String, Collection<Use>> file : waiting.entrySet()) {
            slice.put(file.getKey(), file.getValue());
            rows += read.getOrDefault(file.getKey(), 0L);
            if (rows >= ROWS_AT_ONCE) {
                bring(slice);
                slice.clear();
                rows = 0;
            }
        }
        bring(slice);
        waiting.clear();
        waitingUses = 0;
    }

    private boolean isRemovedUnread(UseStore.Counted file) {
        return waiting.getOrDefault(file.path(), List.of()).isEmpty() || file.rows() > NamedAssets.OF_FILE_MAX;
    }

    private void bring(Map<String, Collection<Use>> files) {
        List<Replacement> together = new ArrayList<>();
        int rows = 0;
        for (Replacement one : replacements(files)) {
            together.add(one);
            rows += one.uses().size() + 1;
            if (rows >= ROWS_AT_ONCE) {
                write(together);
                together = new ArrayList<>();
                rows = 0;
            }
        }
        write(together);
    }

    /** What differs between the rows and the files. */
    private List<Replacement> replacements(Map<String, Collection<Use>> files) {
        List<Replacement> changed = new ArrayList<>();
        List<String> naming = files.entrySet().stream()
                .filter(file -> !file.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
        if (naming.isEmpty()) {
            return changed;
        }
        Map<String, Map<String, Set<Use>>> stored = database.read(tx -> store.inFiles(tx, projectId, branch, naming));
        naming.forEach(path -> {
            Map<String, Set<Use>> before = stored.getOrDefault(path, Map.of());
            Map<String, Set<Use>> after = byAsset(files.getOrDefault(path, List.of()));
            Set<String> assets = new HashSet<>(before.keySet());
            assets.addAll(after.keySet());
            for (String asset : assets) {
                Set<Use> now = after.getOrDefault(asset, Set.of());
                if (!Objects.equals(before.get(asset), now)) {
                    changed.add(new Replacement(path, asset, now, before.containsKey(asset)));
                }
            }
        });
        return changed;
    }

    static Map<String, Set<Use>> byAsset(Collection<Use> uses) {
        return uses.stream().collect(Collectors.groupingBy(Use::assetId, HashMap::new, Collectors.toSet()));
    }

    private void write(List<Replacement> together) {
        if (together.isEmpty()) {
            return;
        }
        int free = room();
        int left = database.write(tx -> {
            Map<String, List<String>> known = together.stream()
                    .filter(Replacement::known)
                    .collect(Collectors.groupingBy(
                            Replacement::path, Collectors.mapping(Replacement::assetId, Collectors.toList())));
            int places = free;
            for (Map.Entry<String, List<String>> file : known.entrySet()) {
                places += store.remove(tx, projectId, branch, file.getKey(), file.getValue());
            }
            for (Replacement one : together) {
                places -= store.add(tx, projectId, one.path(), one.uses(), places);
            }
            return places;
        });
        room = left;
        full |= left == 0;
    }

    private int room() {
        if (room < 0) {
            boolean trunk = branch.equals(ContentBranches.TRUNK);
            long rows = database.read(tx -> store.count(tx, projectId, ContentBranches.TRUNK, trunk));
            room = (int) Math.max(0, (trunk ? TRUNK_ROWS_MAX : CHANGES_ROWS_MAX) - rows);
        }
        return room;
    }
}
