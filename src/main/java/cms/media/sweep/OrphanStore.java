package cms.media.sweep;

import cms.platform.db.Tx;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** SQL of the table {@code media_strays}. */
final class OrphanStore {
    /** The ids among these that a row names. */
    Set<String> named(Tx tx, MediaKey.Kind kind, List<String> ids) {
        return ids.isEmpty()
                ? Set.of()
                : new HashSet<>(tx.query("SELECT id FROM " + kind.table() + " WHERE id IN (<ids>)")
                        .bindList("ids", ids)
                        .mapTo(String.class)
                        .list());
    }

    /**
     * Records the objects that no row names now, and deletes the records of others.
     *
     * @return the objects recorded at {@code before} or earlier, whose records are deleted as well
     */
    List<String> note(Tx tx, Set<String> orphans, long now, long before) {
        Map<String, Long> known = tx
                .query("SELECT object_key, seen_at FROM media_strays")
                .map((row, context) -> Map.entry(row.getString("object_key"), row.getLong("seen_at")))
                .list()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        List<String> old = new ArrayList<>();
        known.forEach((key, seenAt) -> {
            boolean orphaned = orphans.contains(key);
            if (!orphaned || seenAt <= before) {
                forget(tx, key);
            }
            if (orphaned && seenAt <= before) {
                old.add(key);
            }
        });
        orphans.stream().filter(key -> !known.containsKey(key)).forEach(key -> note(tx, key, now));
        return old;
    }

    private static void note(Tx tx, String key, long now) {
        tx.update("INSERT INTO media_strays (object_key, seen_at) VALUES (:key, :now)")
                .bind("key", key)
                .bind("now", now)
                .execute();
    }

    private static void forget(Tx tx, String key) {
        tx.update("DELETE FROM media_strays WHERE object_key = :key")
                .bind("key", key)
                .execute();
    }
}
