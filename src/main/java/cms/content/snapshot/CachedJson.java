package cms.content.snapshot;

import cms.platform.json.Json;
import cms.platform.json.SplicedText;
import cms.platform.json.SplicedText.Frame;
import cms.platform.json.SplicedText.Item;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One printed part of the content of one model and locale. Every version of that content shares it, so that printing
 * the next one only prints what differs.
 *
 * <p>Most content is printed once and never changes: the positions of its entries are kept only from the second version
 * on.
 */
final class CachedJson {
    static final Frame OBJECT = Frame.of("{", ",", "}", "{}");
    static final Frame LIST = Frame.of("[", ",", "]", "[]");

    private final Frame frame;
    private boolean printed;
    private @Nullable SplicedText last;

    CachedJson(Frame frame) {
        this.frame = frame;
    }

    /**
     * The part as a text.
     *
     * @param items its entries in order
     * @param whole prints all of it at once, to the same text
     */
    synchronized byte[] next(Supplier<List<Item>> items, Supplier<byte[]> whole) {
        if (!printed) {
            printed = true;
            return whole.get();
        }
        last = SplicedText.of(frame, items.get(), last);
        return last.bytes();
    }

    /** A member of an object as an item; there may be ten thousand, so short texts go without a generator of JSON. */
    static byte[] member(String name, Object value) {
        StringBuilder start = new StringBuilder();
        Json.quote(start, name);
        start.append(':');
        if (value instanceof String text) {
            Json.quote(start, text);
        }
        byte[] key = start.toString().getBytes(StandardCharsets.UTF_8);
        if (value instanceof String) {
            return key;
        }
        byte[] text = Json.bytes(value);
        byte[] all = Arrays.copyOf(key, key.length + text.length);
        System.arraycopy(text, 0, all, key.length, text.length);
        return all;
    }
}
