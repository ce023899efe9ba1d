package cms.content.snapshot;

import cms.format.CanonicalJson;
import cms.format.MarkdownFile;
import cms.format.ModelKind;
import cms.platform.crypto.Hashes;
import cms.platform.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Entity tags of entries, models and settings: short hashes of the stored value and its meta. A save of another entry
 * does not change the tag of an entry.
 */
public final class EntityTags {
    private EntityTags() {}

    /** The tag of a model definition or of a file of settings. */
    public static String of(JsonNode value) {
        return text(new Hash().of("", value, Json.object(), ""));
    }

    /** The state of an entry as a caller may look at it: {@code { model, locale, entry, tag, data, body?, meta }}. */
    public static ObjectNode state(LocaleContent content, String locale, String key) {
        ObjectNode state = Json.object()
                .put("model", content.model().id())
                .put("locale", locale)
                .put("entry", key.isEmpty() ? null : key)
                .put("tag", tag(content, key).orElse(null));
        MarkdownFile document = content.documents().get(key);
        if (document != null) {
            state.set("data", document.frontmatter());
            state.put("body", document.body());
        } else {
            state.set("data", content.valueOf(key).orElse(null));
        }
        state.set("meta", content.metaOf(key).raw());
        return state;
    }

    /** The tag of an entry of any kind: of its members, its text and its meta. */
    public static Optional<String> tag(LocaleContent content, String key) {
        return tag(content, key, Hash::new);
    }

    private static Optional<String> tag(LocaleContent content, String key, Supplier<Hash> hash) {
        String name = content.locale() + ":" + key;
        ObjectNode meta = content.metaOf(key).raw();
        JsonNode metaStored = content.storedMeta(key);
        MarkdownFile document = content.documents().get(key);
        if (document != null) {
            LongSupplier make = () -> hash.get().of(name, document.frontmatter(), meta, document.body());
            return Optional.of(text(content.tags().get(key, document, metaStored, make)));
        }
        return content.valueOf(key)
                .map(value -> text(content.tags()
                        .get(key, value, metaStored, () -> hash.get().of(name, value, meta, ""))));
    }

    /** The tags by entry id or slug; for a singleton or dictionary its one tag. */
    static JsonNode all(LocaleContent content) {
        ModelKind kind = content.model().kind();
        ObjectNode tags = Json.object();
        if (kind == ModelKind.SINGLETON || kind == ModelKind.DICTIONARY) {
            return tags.put("all", tag(content, "").orElse(null)).get("all");
        }
        Set<String> keys = content.keys();
        Hash hash = new Hash();
        keys.stream()
                .sorted()
                .forEach(key -> tags.put(key, tag(content, key, () -> hash).orElse(null)));
        content.tags().keep(keys);
        return tags;
    }

    private static String text(long tag) {
        return HexFormat.of().toHexDigits(tag);
    }

    /** Makes one hash after the other with the same tools, because a first snapshot needs one for each entry. */
    private static final class Hash {
        private final MessageDigest digest = Hashes.sha256();
        private final BiConsumer<JsonNode, MessageDigest> json = CanonicalJson.digester();

        /**
         * The first eight bytes of a hash over name, value, meta and body. Each JSON value marks its own end, so that
         * no two different states hash the same bytes. The name makes the tags of entries with equal content differ,
         * because a list of tags identifies the state of each entry.
         */
        long of(String name, JsonNode value, JsonNode meta, String body) {
            digest.reset();
            digest.update((name + "\n").getBytes(StandardCharsets.UTF_8));
            json.accept(value, digest);
            json.accept(meta, digest);
            digest.update(body.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest.digest()).getLong();
        }
    }
}
