package cms.delivery.serve;

import cms.apikeys.KnownKey;
import cms.delivery.count.Bandwidth;
import cms.delivery.count.Served;
import cms.delivery.count.Tallies;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The meters of all keys that were used since the start, and are not revoked. */
public final class KeyMeters {
    private final int limitPerHour;
    private final Map<KnownKey, KeyMeter> byKey = new ConcurrentHashMap<>();
    private final Map<String, Tallies> keyless = new ConcurrentHashMap<>();
    private final Map<String, Bandwidth> byWorkspace = new ConcurrentHashMap<>();

    /** @param limitPerHour reads that one key has in any hour */
    public KeyMeters(int limitPerHour) {
        this.limitPerHour = limitPerHour;
    }

    KeyMeter of(KnownKey key) {
        KeyMeter known = byKey.get(key);
        return known != null
                ? known
                : byKey.computeIfAbsent(
                        key, added -> new KeyMeter(added, limitPerHour, bandwidth(added.workspaceId())));
    }

    /** The counts of reads of a project without a key. */
    Tallies keyless(String workspaceId, String projectId) {
        return keyless.computeIfAbsent(
                projectId, added -> new Tallies(workspaceId, projectId, "", bandwidth(workspaceId)));
    }

    /** The bandwidth that all keys of a workspace share. */
    public Bandwidth bandwidth(String workspaceId) {
        return byWorkspace.computeIfAbsent(workspaceId, added -> new Bandwidth());
    }

    /** Whether the bandwidth of a workspace is counted. */
    public boolean hasBandwidth(String workspaceId) {
        return byWorkspace.containsKey(workspaceId);
    }

    /** The reads since the last call; removes meters of revoked keys. Called by one thread at a time. */
    public List<Served> drain() {
        List<Served> drained = new ArrayList<>();
        keyless.values().forEach(tallies -> drained.addAll(tallies.drain()));
        for (Iterator<KeyMeter> meters = byKey.values().iterator(); meters.hasNext(); ) {
            KeyMeter meter = meters.next();
            List<Served> served = meter.drain();
            drained.addAll(served);
            if (meter.isQuiet(served.isEmpty()) && meter.key().revoked()) {
                meters.remove();
            }
        }
        return drained;
    }
}
