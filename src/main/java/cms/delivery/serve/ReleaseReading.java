package cms.delivery.serve;

import cms.delivery.build.Bundle;
import cms.delivery.build.DeliveredBytes;
import cms.delivery.pack.PackBuffer;
import cms.delivery.serve.PackPosition.Piece;
import cms.platform.objects.AtOnce;
import cms.platform.objects.Objects;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads releases from their objects into memory. */
public final class ReleaseReading {
    private static final int FETCHED_TOGETHER_MAX = 40;
    private static final int FETCHED_TOGETHER_MAX_LARGE = 2;

    private final Objects objects;
    private final UnaryOperator<String> keyOfPack;
    private final int packBytesMax;

    /** @param packBytesMax size in bytes above which a release is large */
    public ReleaseReading(Objects objects, UnaryOperator<String> keyOfPack, int packBytesMax) {
        this.objects = objects;
        this.keyOfPack = keyOfPack;
        this.packBytesMax = packBytesMax;
    }

    /**
     * A release; empty when objects of it are missing.
     *
     * @param described its record
     * @param known a release that is in memory; bodies that both share are not read again
     * @param room called with the bytes of the bodies that are read into the heap
     */
    public Optional<Release> read(String buildId, JsonNode described, @Nullable Release known, LongConsumer room) {
        Map<String, Entity> files = new HashMap<>();
        Map<String, ReleaseRecord.File> wanted = new TreeMap<>();
        Map<String, String> joined = new HashMap<>();
        for (Map.Entry<String, JsonNode> file : described.get("files").properties()) {
            Entity shared = known == null ? null : known.files().get(file.getKey());
            ReleaseRecord.File stored = ReleaseRecord.file(file.getValue());
            if (shared != null && shared.body().hash().equals(stored.hash())) {
                files.put(file.getKey(), shared);
            } else if (stored.pieces().getFirst().place().isNowhere()) {
                joined.put(file.getKey(), stored.hash());
            } else {
                wanted.put(file.getKey(), stored);
            }
        }
        if (!fetch(wanted, files, room)) {
            return Optional.empty();
        }
        Release parts = ReleaseRecord.release(buildId, described, files);
        return joined.isEmpty() || join(joined, parts) ? Optional.of(parts) : Optional.empty();
    }

    /** Makes the bundles that are not stored; false when a file that they are made of has changed. */
    private static boolean join(Map<String, String> hashes, Release parts) {
        Map<String, Bundle> bundles = Bundle.among(parts.marks(), parts.before().files());
        hashes.forEach((path, hash) -> {
            Bundle bundle = bundles.get(path);
            if (bundle != null) {
                parts.files().put(path, new Entity(bundle.body(hash), PackPosition.NOWHERE));
            }
        });
        return parts.files().keySet().containsAll(hashes.keySet());
    }

    /** Reads files out of their packs; false when something is missing. */
    private boolean fetch(Map<String, ReleaseRecord.File> wanted, Map<String, Entity> files, LongConsumer room) {
        List<Piece> pieces =
                wanted.values().stream().flatMap(file -> file.pieces().stream()).toList();
        Set<String> ids = pieces.stream().map(piece -> piece.place().pack()).collect(Collectors.toSet());
        long size = pieces.stream().mapToLong(Piece::bytes).sum();
        boolean large = size > Math.min(packBytesMax, PackBuffer.HEAP_BYTES_MAX);
        room.accept(wanted.values().stream()
                .filter(file -> !large || file.pieces().size() > 1)
                .flatMap(file -> file.pieces().stream())
                .mapToLong(Piece::bytes)
                .sum());
        Map<String, ByteBuffer> packs =
                packs(ids, viewed(pieces) > packBytesMax ? FETCHED_TOGETHER_MAX_LARGE : FETCHED_TOGETHER_MAX);
        for (Map.Entry<String, ReleaseRecord.File> of : wanted.entrySet()) {
            ReleaseRecord.File file = of.getValue();
            ByteBuffer bytes = bytes(file.pieces(), packs, large);
            if (bytes == null) {
                return false;
            }
            files.put(of.getKey(), new Entity(DeliveredBytes.stored(file.hash(), bytes), file.pieces()));
        }
        return true;
    }

    /**
     * How many bytes of packs there are at least up to the ends of these pieces: a remote store fetches packs whole.
     */
    private static long viewed(List<Piece> pieces) {
        Map<String, Long> ends = new HashMap<>();
        pieces.forEach(
                piece -> ends.merge(piece.place().pack(), (long) piece.place().offset() + piece.bytes(), Math::max));
        return ends.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * The bytes of pieces. Those of a large release stay in their packs; those of a small one are copied, so that they
     * do not keep its packs open.
     */
    private static @Nullable ByteBuffer bytes(List<Piece> pieces, Map<String, ByteBuffer> packs, boolean large) {
        for (Piece piece : pieces) {
            ByteBuffer pack = packs.get(piece.place().pack());
            if (pack == null || piece.place().offset() + piece.bytes() > pack.limit()) {
                return null;
            }
        }
        if (large && pieces.size() == 1) {
            Piece only = pieces.getFirst();
            return slice(only, packs);
        }
        ByteBuffer all =
                ByteBuffer.allocate(pieces.stream().mapToInt(Piece::bytes).reduce(0, Math::addExact));
        pieces.forEach(piece -> all.put(slice(piece, packs)));
        return all.flip();
    }

    private static ByteBuffer slice(Piece piece, Map<String, ByteBuffer> packs) {
        ByteBuffer pack = packs.getOrDefault(piece.place().pack(), ByteBuffer.allocate(0));
        return pack.slice(piece.place().offset(), piece.bytes());
    }

    /**
     * The packs, outside of the heap: a small release may lie in large packs, where it shares little with a larger one.
     */
    private Map<String, ByteBuffer> packs(Set<String> ids, int together) {
        Map<String, ByteBuffer> packs = new ConcurrentHashMap<>();
        AtOnce.run(
                ids.stream().map(id -> () -> {
                    objects.view(keyOfPack.apply(id)).ifPresent(bytes -> packs.put(id, bytes));
                }),
                together);
        return packs;
    }
}
