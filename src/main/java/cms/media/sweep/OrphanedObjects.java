package cms.media.sweep;

import cms.platform.db.Database;
import cms.platform.objects.Objects;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes the objects of media that no row names. */
public final class OrphanedObjects {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanedObjects.class);

    /** Longer than any upload takes from its first object to its row. */
    private static final Duration KEPT = Duration.ofHours(24);

    private static final int LOOKED_UP_AT_ONCE = 500;

    private final Database database;
    private final Objects objects;
    private final InstantSource clock;
    private final OrphanStore store = new OrphanStore();

    public OrphanedObjects(Database database, Objects objects, InstantSource clock) {
        this.database = database;
        this.objects = objects;
        this.clock = clock;
    }

    /** Checks every object; removes those that no row named a day ago and still none names. */
    public void sweep() {
        Set<String> orphans = new HashSet<>();
        List<MediaKey> looked = new ArrayList<>();
        objects.eachKey(key -> MediaKey.parse(key).ifPresent(found -> {
            looked.add(found);
            if (looked.size() == LOOKED_UP_AT_ONCE) {
                orphans.addAll(unnamed(looked));
                looked.clear();
            }
        }));
        orphans.addAll(unnamed(looked));
        long now = clock.millis();
        List<String> old = database.write(tx -> store.note(tx, orphans, now, now - KEPT.toMillis()));
        old.forEach(objects::delete);
        if (!old.isEmpty()) {
            LOG.info("swept {} objects of media that nothing names", old.size());
        }
    }

    private List<String> unnamed(List<MediaKey> keys) {
        return database.read(tx -> {
            List<String> unnamed = new ArrayList<>();
            for (MediaKey.Kind kind : MediaKey.Kind.values()) {
                List<MediaKey> ofKind =
                        keys.stream().filter(key -> key.kind() == kind).toList();
                Set<String> named = store.named(
                        tx, kind, ofKind.stream().map(MediaKey::id).distinct().toList());
                ofKind.stream().filter(key -> !named.contains(key.id())).forEach(key -> unnamed.add(key.key()));
            }
            return unnamed;
        });
    }
}
