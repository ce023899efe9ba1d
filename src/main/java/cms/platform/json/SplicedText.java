package cms.platform.json;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A text made of items in order, of which the position of each is known: the next version copies the items that are
 * unchanged and prints only the others (decision 44). Immutable; it keeps the objects that the items were printed from.
 */
public final class SplicedText {
    private final byte[] bytes;
    private final String[] keys;
    private final Source[] sources;
    private final int[] starts;
    private final int[] ends;

    /** The texts before, between and after the items, and the text that replaces all of them when there are none. */
    public record Frame(byte[] open, byte[] between, byte[] close, byte[] empty) {
        public static Frame of(String open, String between, String close, String empty) {
            return new Frame(utf8(open), utf8(between), utf8(close), utf8(empty));
        }

        private static byte[] utf8(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    /**
     * The objects that an item is printed from beside its key: the same objects give the same text, so they must never
     * change.
     */
    public record Source(
            @Nullable Object first,
            @Nullable Object second,
            @Nullable Object third) {
        boolean isSame(Source other) {
            return first == other.first && second == other.second && third == other.third;
        }
    }

    /** One item; {@code print} makes its text, and is called only when the earlier version does not have it. */
    public record Item(String key, Source source, Supplier<byte[]> print) {}

    private SplicedText(int count, int bytes) {
        this.bytes = new byte[bytes];
        this.keys = new String[count];
        this.sources = new Source[count];
        this.starts = new int[count];
        this.ends = new int[count];
    }

    /**
     * Puts items together; where both are sorted by key, every item that {@code earlier} has is found there.
     *
     * @param earlier printed in the same frame by the same printers
     */
    public static SplicedText of(Frame frame, List<Item> items, @Nullable SplicedText earlier) {
        byte[][] fresh = new byte[items.size()][];
        int[] known = new int[items.size()];
        long length = items.isEmpty() ? frame.empty().length : frame.open().length + frame.close().length;
        length += (long) Math.max(0, items.size() - 1) * frame.between().length;
        int old = 0;
        for (int i = 0; i < fresh.length; i++) {
            Item item = items.get(i);
            old = earlier == null ? 0 : earlier.find(item.key(), old);
            if (earlier != null && earlier.has(old, item)) {
                known[i] = old;
                length += earlier.ends[old] - earlier.starts[old];
            } else {
                fresh[i] = item.print().get();
                length += fresh[i].length;
            }
        }
        SplicedText text = new SplicedText(items.size(), Math.toIntExact(length));
        int at = copy(items.isEmpty() ? frame.empty() : frame.open(), text.bytes, 0);
        for (int i = 0; i < fresh.length; i++) {
            at = i == 0 ? at : copy(frame.between(), text.bytes, at);
            text.keys[i] = items.get(i).key();
            text.starts[i] = at;
            if (earlier != null && fresh[i] == null) {
                text.sources[i] = earlier.sources[known[i]];
                at = earlier.copyItem(known[i], text.bytes, at);
            } else {
                text.sources[i] = items.get(i).source();
                at = copy(fresh[i], text.bytes, at);
            }
            text.ends[i] = at;
        }
        if (!items.isEmpty()) {
            copy(frame.close(), text.bytes, at);
        }
        return text;
    }

    /** The whole text in UTF-8, not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** The first position from {@code from} on whose key is not less than this one. */
    private int find(String key, int from) {
        int at = from;
        while (at < keys.length && keys[at].compareTo(key) < 0) {
            at++;
        }
        return at;
    }

    private boolean has(int at, Item item) {
        return at < keys.length && keys[at].equals(item.key()) && sources[at].isSame(item.source());
    }

    private int copyItem(int item, byte[] to, int at) {
        int length = ends[item] - starts[item];
        System.arraycopy(bytes, starts[item], to, at, length);
        return at + length;
    }

    private static int copy(byte[] part, byte[] to, int at) {
        System.arraycopy(part, 0, to, at, part.length);
        return at + part.length;
    }
}
