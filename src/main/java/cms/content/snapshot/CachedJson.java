package cms.content.snapshot;

import cms.platform.json.Json;
import cms.platform.json.SplicedText;
import cms.platform.json.SplicedText.Frame;
import cms.platform.json.SplicedText.Item;
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

    /** A member of an object as an item. */
    static byte[] member(String name, Object value) {
        byte[] key = Json.bytes(name);
        byte[] text = Json.bytes(value);
        byte[] all = new byte[key.length + 1 + text.length];
        System.arraycopy(key, 0, all, 0, key.length);
        all[key.length] = ':';
        System.arraycopy(text, 0, all, key.length + 1, text.length);
        return all;
    }
}
