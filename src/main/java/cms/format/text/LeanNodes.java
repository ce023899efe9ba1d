package cms.format.text;

import java.util.LinkedHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Makes values that take less memory, because content stays in it: short texts that are in every second entry, such as
 * a status, are one object, and objects begin with room for few members.
 */
final class LeanNodes extends JsonNodeFactory {
    private static final long serialVersionUID = 1L;
    private static final int SHORT_CHARS_MAX = 32;
    private static final int TEXTS_KEPT = 1 << 10;
    private static final int MEMBERS_AT_FIRST = 4;

    /** Nodes of frequent texts by hash; a text that replaces another one costs one copy at its next use. */
    private static final AtomicReferenceArray<@Nullable StringNode> TEXTS = new AtomicReferenceArray<>(TEXTS_KEPT);

    @Override
    public StringNode stringNode(String text) {
        if (text.length() > SHORT_CHARS_MAX) {
            return super.stringNode(text);
        }
        int place = (text.hashCode() ^ text.hashCode() >>> 16) & TEXTS_KEPT - 1;
        StringNode known = TEXTS.get(place);
        if (known != null && known.stringValue().equals(text)) {
            return known;
        }
        StringNode fresh = super.stringNode(text);
        TEXTS.set(place, fresh);
        return fresh;
    }

    @Override
    public ObjectNode objectNode() {
        return new ObjectNode(this, new LinkedHashMap<>(MEMBERS_AT_FIRST));
    }
}
