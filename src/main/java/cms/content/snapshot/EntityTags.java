package cms.content.snapshot;

import cms.format.CanonicalJson;
import cms.format.MarkdownFile;
import cms.format.ModelKind;
import cms.platform.crypto.Hashes;
import cms.platform.json.Json;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.HexFormat;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What tells one state of an entry, model or setting from every other: a short hash of what is stored of it, its meta
 * among it, so that nobody else's save of another entry changes it.
 */
public final class EntityTags {
    private static final int TAG_CHARS = 16;

    /** Parsed values are never changed, and stay the same objects while others in their file change. */
    private static final Cache<JsonNode, String> HASHES =
            Caffeine.newBuilder().weakKeys().build();

    private EntityTags() {}

    /** The tag of an entry of a collection, or of the whole with an empty key. */
    private static Optional<String> entry(LocaleContent content, String key) {
        return content.valueOf(key).map(value -> {
            JsonNode meta = content.metaOf(key).raw();
            return hash(hash(value) + hash(meta));
        });
    }

    /** The tag of a document: of its members, its text and its meta. */
    private static String document(MarkdownFile file, JsonNode meta) {
        return hash(hash(file.frontmatter()) + hash(file.body()) + hash(meta));
    }

    /** The tag of a model definition or of a file of settings. */
    public static String of(JsonNode value) {
        return hash(value);
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

    /** The tag of an entry of any kind. */
    public static Optional<String> tag(LocaleContent content, String key) {
        MarkdownFile document = content.documents().get(key);
        return document == null
                ? entry(content, key)
                : Optional.of(document(document, content.metaOf(key).raw()));
    }

    /** By entry id or slug; for the kinds without, the one tag. */
    static JsonNode all(LocaleContent content) {
        ModelKind kind = content.model().kind();
        ObjectNode tags = Json.object();
        if (kind == ModelKind.SINGLETON || kind == ModelKind.DICTIONARY) {
            return tags.put("all", tag(content, "").orElse(null)).get("all");
        }
        content.keys().stream()
                .sorted()
                .forEach(key -> tags.put(key, tag(content, key).orElse(null)));
        return tags;
    }

    private static String hash(JsonNode value) {
        return HASHES.get(value, missing -> hash(CanonicalJson.bytes(missing)));
    }

    private static String hash(String text) {
        return Hashes.sha256Hex(text).substring(0, TAG_CHARS);
    }

    private static String hash(byte[] bytes) {
        return HexFormat.of().formatHex(Hashes.sha256(bytes)).substring(0, TAG_CHARS);
    }
}
