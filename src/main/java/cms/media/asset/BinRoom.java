package cms.media.asset;

import cms.platform.db.Tx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Tells how much storage a bin would release. */
public final class BinRoom {
    private static final int AT_ONCE = 100;

    private final AssetStore assets = new AssetStore();
    private final BlobStore blobs = new BlobStore();

    /** Whether erasing the bin of a workspace releases so many bytes; those that other assets use as well stay. */
    public boolean releases(Tx tx, String workspaceId, long bytes) {
        Map<String, Long> shared = new HashMap<>();
        long released = 0;
        List<Asset> binned = assets.bin(tx, workspaceId, null, AT_ONCE);
        while (released < bytes && !binned.isEmpty()) {
            released += released(tx, binned, shared);
            binned = assets.bin(tx, workspaceId, binned.getLast(), AT_ONCE);
        }
        return released >= bytes;
    }

    /** @param shared the uses that are left of bytes which further assets use */
    private long released(Tx tx, List<Asset> binned, Map<String, Long> shared) {
        Map<String, Long> dropped = binned.stream()
                .flatMap(asset -> asset.blobs().stream())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        long released = 0;
        for (BlobStore.Used blob : blobs.used(tx, dropped.keySet())) {
            long left = shared.getOrDefault(blob.id(), blob.uses()) - dropped.getOrDefault(blob.id(), 0L);
            if (left > 0) {
                shared.put(blob.id(), left);
            } else {
                released += blob.size();
            }
        }
        return released;
    }
}
