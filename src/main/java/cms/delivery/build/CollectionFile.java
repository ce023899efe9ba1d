package cms.delivery.build;

import cms.format.ContentFile;
import cms.git.BlobId;
import cms.platform.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A version of a collection's file with its delivered entries: of the next version only the entries that differ are
 * parsed and printed, the others are copied (decision 47). Immutable.
 */
final class CollectionFile {
    /** Shorter files are not remembered, as reading them whole is as quick. */
    static final int BYTES_MIN = 4 << 10;

    static final int BYTES_MAX = 16 << 20;
    private static final int BYTES_OF_AN_ENTRY = 80;

    private final BlobId blob;
    private final byte[] text;
    private final MemberSpans entries;
    private final DeliveredBytes delivered;
    private final MemberSpans published;

    private CollectionFile(
            BlobId blob, byte[] text, MemberSpans entries, DeliveredBytes delivered, MemberSpans published) {
        this.blob = blob;
        this.text = text;
        this.entries = entries;
        this.delivered = delivered;
        this.published = published;
    }

    /** The parts of a file that the next build reuses; null where parsing it again costs less. */
    static @Nullable CollectionFile of(
            BlobId blob, byte[] text, ObjectNode entries, DeliveredBytes delivered, ObjectNode published) {
        if (text.length < BYTES_MIN || text.length > BYTES_MAX) {
            return null;
        }
        MemberSpans read = MemberSpans.of(text, List.copyOf(entries.propertyNames()));
        MemberSpans printed = MemberSpans.of(delivered.bytes(), List.copyOf(published.propertyNames()));
        return read == null || printed == null ? null : new CollectionFile(blob, text, read, delivered, printed);
    }

    /** The bytes that it takes in memory, beside the delivered ones. */
    int weight() {
        return text.length + BYTES_OF_AN_ENTRY * entries.count();
    }

    DeliveredBytes delivered() {
        return delivered;
    }

    /** The entries that are delivered, in their order. */
    List<String> publishedIds() {
        return published.names();
    }

    /** The difference of the next version; null where it has to be read whole. */
    @Nullable
    NextVersion change(Sources sources, BlobId nextBlob) {
        byte[] nextText = nextBlob.equals(blob) ? text : sources.bytes(nextBlob);
        MemberSpans.Later later = nextText.length > BYTES_MAX ? null : entries.later(text, nextText);
        return later == null ? null : new NextVersion(nextBlob, nextText, later);
    }

    /** The next version, whose delivered bytes are not printed yet. */
    final class NextVersion {
        private final BlobId nextBlob;
        private final byte[] nextText;
        private final MemberSpans.Later later;

        private NextVersion(BlobId nextBlob, byte[] nextText, MemberSpans.Later later) {
            this.nextBlob = nextBlob;
            this.nextText = nextText;
            this.later = later;
        }

        /**
         * Prints the delivered bytes.
         *
         * @param shows whether an entry is published
         * @param keep takes the delivered bytes
         */
        CollectionFile print(Predicate<String> shows, UnaryOperator<DeliveredBytes> keep) {
            Map<String, Integer> places = HashMap.newHashMap(published.count());
            published.names().forEach(id -> places.put(id, places.size()));
            MemberSpans now = later.spans();
            List<Item> items = new ArrayList<>(now.count());
            for (int entry = 0; entry < now.count(); entry++) {
                String id = now.names().get(entry);
                if (shows.test(id)) {
                    boolean same = later.isSame(entry);
                    Integer place = same ? places.get(id) : null;
                    items.add(place != null ? new Item(id, place, null) : new Item(id, -1, printed(id, entry, same)));
                }
            }
            return joined(items, keep);
        }

        private byte[] printed(String id, int entry, boolean same) {
            JsonNode value = same ? stored(id, entry) : later.fresh().get(id);
            ObjectNode alone = Json.object();
            alone.set(id, value);
            byte[] object = Json.bytes(alone);
            return Arrays.copyOfRange(object, 1, object.length - 1);
        }

        /** The value of an entry that has not changed and was hidden until now. */
        private @Nullable JsonNode stored(String id, int entry) {
            int start = later.spans().starts()[entry];
            String member = new String(nextText, start, later.spans().ends()[entry] - start, StandardCharsets.UTF_8);
            byte[] object = ('{' + member + '}').getBytes(StandardCharsets.UTF_8);
            return ContentFile.json("", object) instanceof ContentFile.Json(ObjectNode members)
                    ? members.get(id)
                    : null;
        }

        private CollectionFile joined(List<Item> items, UnaryOperator<DeliveredBytes> keep) {
            int size = 1 + Math.max(1, items.size());
            for (Item item : items) {
                size = Math.addExact(size, item.size(published));
            }
            ByteBuffer old = delivered.content();
            byte[] bytes = new byte[size];
            int[] starts = new int[items.size()];
            int[] ends = new int[items.size()];
            int at = 0;
            bytes[at++] = '{';
            for (int i = 0; i < starts.length; i++) {
                Item item = items.get(i);
                if (i > 0) {
                    bytes[at++] = ',';
                }
                starts[i] = at;
                if (item.fresh() != null) {
                    System.arraycopy(item.fresh(), 0, bytes, at, item.fresh().length);
                } else {
                    old.get(published.starts()[item.place()], bytes, at, item.size(published));
                }
                at += item.size(published);
                ends[i] = at;
            }
            bytes[at] = '}';
            List<String> ids = items.stream().map(Item::id).toList();
            return new CollectionFile(
                    nextBlob,
                    nextText,
                    later.spans(),
                    keep.apply(DeliveredBytes.of(bytes)),
                    new MemberSpans(ids, starts, ends));
        }
    }

    /**
     * An entry that is delivered.
     *
     * @param place its index among the entries that were delivered before, where {@code fresh} is null
     */
    private record Item(String id, int place, byte @Nullable [] fresh) {
        int size(MemberSpans before) {
            return fresh != null ? fresh.length : before.ends()[place] - before.starts()[place];
        }
    }
}
