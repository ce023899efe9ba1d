package cms.content.snapshot;

import cms.format.EntryMeta;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.platform.heap.HeapPool;
import cms.platform.json.Json;
import cms.platform.json.SplicedText.Item;
import cms.platform.json.SplicedText.Source;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The content of one model in one locale: its entries and their meta. Immutable; printed parts are cached. */
public final class LocaleContent {
    private final ModelDefinition model;
    private final String locale;
    private final @Nullable ObjectNode values;
    private final SortedMap<String, MarkdownFile> documents;
    private final ObjectNode meta;
    private final KnownTags tags;
    private final Parts parts;
    private volatile @Nullable PrintedTimes printedContent;
    private volatile @Nullable PrintedTimes printedMeta;
    private volatile byte @Nullable [] printedTags;
    private volatile @Nullable Set<String> ids;

    /** Counts as content of the heap as long as somebody refers to it. */
    private record PrintedTimes(Map<String, EntryTime> times, byte[] json) {
        private static final int COUNTED_BYTES_MIN = 64 * 1024;

        PrintedTimes {
            if (json.length >= COUNTED_BYTES_MIN) {
                HeapPool.OF_PROCESS.count(json, json.length);
            }
        }
    }

    /** The printed parts, which every version of the same content shares. */
    private record Parts(CachedJson content, CachedJson meta, CachedJson tags) {
        static Parts none(ModelDefinition model) {
            boolean list = model.kind() == ModelKind.DOCUMENT;
            return new Parts(
                    new CachedJson(list ? CachedJson.LIST : CachedJson.OBJECT),
                    new CachedJson(CachedJson.OBJECT),
                    new CachedJson(CachedJson.OBJECT));
        }
    }

    /**
     * {@code meta} is a map by entry id or slug, or the one object of a singleton or dictionary.
     *
     * @param earlier another version of the same content, whose tags and printed entries are taken over
     */
    LocaleContent(
            ModelDefinition model,
            String locale,
            @Nullable ObjectNode values,
            SortedMap<String, MarkdownFile> documents,
            ObjectNode meta,
            @Nullable LocaleContent earlier) {
        this.model = model;
        this.locale = model.i18n() ? locale : "";
        this.values = values;
        this.documents = Collections.unmodifiableSortedMap(documents);
        this.meta = meta;
        this.tags = earlier == null ? new KnownTags() : earlier.tags;
        this.parts = earlier == null ? Parts.none(model) : earlier.parts;
    }

    static LocaleContent nothing(ModelDefinition model) {
        return new LocaleContent(model, "", null, new TreeMap<>(), Json.object(), null);
    }

    /** Whether another version has the same content, compared by the identity of the parsed files. */
    boolean sameAs(LocaleContent other) {
        return values == other.values && meta == other.meta && sameDocuments(other);
    }

    boolean sameDocuments(LocaleContent other) {
        return documents.size() == other.documents.size()
                && documents.entrySet().stream()
                        .allMatch(document -> other.documents.get(document.getKey()) == document.getValue());
    }

    /** The map of a collection, or the members of a singleton or dictionary; empty without a file. */
    public Optional<ObjectNode> values() {
        return Optional.ofNullable(values);
    }

    public SortedMap<String, MarkdownFile> documents() {
        return documents;
    }

    /** Whether there is anything to show. */
    public boolean present() {
        return values != null || !documents.isEmpty();
    }

    /** An entry of a collection, or the whole of a singleton or dictionary with an empty key. */
    public Optional<JsonNode> valueOf(String key) {
        return switch (model.kind()) {
            case COLLECTION -> values().flatMap(entries -> Optional.ofNullable(entries.get(key)));
            case SINGLETON, DICTIONARY -> Optional.ofNullable(values);
            case DOCUMENT -> Optional.empty();
        };
    }

    ModelDefinition model() {
        return model;
    }

    /** The locale; empty for a model without translation. */
    String locale() {
        return locale;
    }

    KnownTags tags() {
        return tags;
    }

    /** The JSON that {@link #metaOf} reads: always the same object for the same meta; null when there is none. */
    @Nullable
    JsonNode storedMeta(String key) {
        return switch (model.kind()) {
            case COLLECTION, DOCUMENT -> meta.get(key);
            case SINGLETON, DICTIONARY -> meta;
        };
    }

    /** The value of {@code etags.entries['<model>:<locale>']}. */
    byte[] tagsJson() {
        byte[] known = printedTags;
        if (known == null) {
            Supplier<byte[]> whole = () -> Json.bytes(EntityTags.all(this));
            known = isOfMany() ? parts.tags().next(this::tagItems, whole) : whole.get();
            printedTags = known;
        }
        return known;
    }

    private List<Item> tagItems() {
        List<Item> items = new ArrayList<>();
        Set<String> keys = keys();
        tags.keep(keys);
        keys.stream().sorted().forEach(key -> {
            Source source = new Source(valueOf(key).orElse(null), documents.get(key), storedMeta(key));
            items.add(new Item(
                    key,
                    source,
                    () -> CachedJson.member(key, EntityTags.tag(this, key).orElseThrow())));
        });
        return items;
    }

    /** Whether it has entries or documents, each with a key of its own. */
    public boolean isOfMany() {
        return switch (model.kind()) {
            case COLLECTION, DOCUMENT -> true;
            case SINGLETON, DICTIONARY -> false;
        };
    }

    /** The meta file as it is; for documents their metas by slug. */
    public ObjectNode meta() {
        return meta;
    }

    /** The meta of an entry or document, or of the whole for other kinds; empty when there is none. */
    public EntryMeta metaOf(String key) {
        return switch (model.kind()) {
            case COLLECTION, DOCUMENT -> EntryMeta.of(meta.get(key));
            case SINGLETON, DICTIONARY -> new EntryMeta(meta);
        };
    }

    /** Entry ids or slugs; empty for other kinds. */
    public Set<String> keys() {
        return switch (model.kind()) {
            case COLLECTION -> values == null ? Set.of() : ids(values);
            case DOCUMENT -> documents.keySet();
            case SINGLETON, DICTIONARY -> Set.of();
        };
    }

    /** The ids of entries, made once: they are needed often, and may be very many. */
    private Set<String> ids(ObjectNode entries) {
        Set<String> known = ids;
        if (known == null) {
            known = Set.copyOf(entries.propertyNames());
            ids = known;
        }
        return known;
    }

    /** Whether there is such an entry or document. */
    public boolean has(String key) {
        return switch (model.kind()) {
            case COLLECTION -> values != null && values.has(key);
            case DOCUMENT -> documents.containsKey(key);
            case SINGLETON, DICTIONARY -> false;
        };
    }

    /** Entries as {@code stats} of context.json counts them (reference 2.7). */
    public int count() {
        return switch (model.kind()) {
            case COLLECTION -> values == null ? 0 : values.size();
            case DOCUMENT -> documents.size();
            case SINGLETON, DICTIONARY -> values == null ? 0 : 1;
        };
    }

    /** The value of {@code content['<model>:<locale>']}: the values, or a list of documents with their meta. */
    byte[] contentJson(Map<String, EntryTime> times) {
        PrintedTimes known = printedContent;
        if (known == null || (model.kind() == ModelKind.DOCUMENT && known.times() != times)) {
            Supplier<byte[]> whole = () -> Json.bytes(values == null ? documentList(times) : values);
            known = new PrintedTimes(
                    times, isOfMany() ? parts.content().next(() -> contentItems(times), whole) : whole.get());
            printedContent = known;
        }
        return known.json();
    }

    private List<Item> contentItems(Map<String, EntryTime> times) {
        List<Item> items = new ArrayList<>();
        documents.forEach((slug, file) -> items.add(new Item(
                slug,
                new Source(file, storedMeta(slug), times.get(slug)),
                () -> Json.bytes(document(slug, file, times)))));
        values().ifPresent(entries -> entries.forEachEntry((id, entry) ->
                items.add(new Item(id, new Source(entry, null, null), () -> CachedJson.member(id, entry)))));
        return items;
    }

    /** As {@link #contentJson}, with only the title of each entry; dictionaries, which have no titles, are whole. */
    byte[] titlesJson(Map<String, EntryTime> times) {
        return switch (model.kind()) {
            case DICTIONARY -> contentJson(times);
            case SINGLETON -> Json.bytes(titleOf(values == null ? Json.object() : values));
            case COLLECTION -> {
                ObjectNode titles = Json.object();
                values().ifPresent(entries -> entries.forEachEntry((id, entry) -> titles.set(id, titleOf(entry))));
                yield Json.bytes(titles);
            }
            case DOCUMENT -> {
                ArrayNode list = documentList(times);
                list.forEach(document -> ((ObjectNode) document)
                        .without("body")
                        .set("frontmatter", titleOf(document.path("frontmatter"))));
                yield Json.bytes(list);
            }
        };
    }

    private ObjectNode titleOf(JsonNode members) {
        ObjectNode title = Json.object();
        model.titleField().filter(members::hasNonNull).ifPresent(field -> title.set(field, members.get(field)));
        return title;
    }

    private ArrayNode documentList(Map<String, EntryTime> times) {
        ArrayNode list = Json.object().putArray("list");
        documents.forEach((slug, file) -> list.add(document(slug, file, times)));
        return list;
    }

    private ObjectNode document(String slug, MarkdownFile file, Map<String, EntryTime> times) {
        ObjectNode document = Json.object().put("slug", slug);
        document.set("frontmatter", file.frontmatter());
        document.put("body", file.body());
        document.set("meta", meta.has(slug) || times.containsKey(slug) ? timed(slug, times.get(slug)) : null);
        return document;
    }

    /** The value of {@code meta['<model>:<locale>']}: by entry id, or one object. */
    byte[] metaJson(Map<String, EntryTime> times) {
        PrintedTimes known = printedMeta;
        if (known == null || known.times() != times) {
            known = new PrintedTimes(
                    times,
                    model.kind() == ModelKind.COLLECTION
                            ? parts.meta().next(() -> metaItems(times), () -> Json.bytes(metaOfEach(times)))
                            : Json.bytes(timed("", times.get(""))));
            printedMeta = known;
        }
        return known.json();
    }

    private ObjectNode metaOfEach(Map<String, EntryTime> times) {
        ObjectNode json = Json.object();
        keys().stream().sorted().forEach(id -> json.set(id, timed(id, times.get(id))));
        return json;
    }

    private List<Item> metaItems(Map<String, EntryTime> times) {
        List<Item> items = new ArrayList<>();
        keys().stream().sorted().forEach(id -> {
            Source source = new Source(storedMeta(id), times.get(id), null);
            items.add(new Item(id, source, () -> CachedJson.member(id, timed(id, times.get(id)))));
        });
        return items;
    }

    /** One entry or document as {@link #contentJson} shows it. */
    JsonNode shown(String key, Map<String, EntryTime> times) {
        MarkdownFile file = documents.get(key);
        return file != null
                ? document(key, file, times)
                : Optional.ofNullable(values).map(entries -> entries.get(key)).orElseThrow();
    }

    /** The whole content as {@link #contentJson} shows it. */
    JsonNode shown(Map<String, EntryTime> times) {
        return values == null ? documentList(times) : values;
    }

    /** Whether an entry or document and its meta are equal in another version of this content. */
    boolean sameEntry(String key, LocaleContent other) {
        return Objects.equals(documents.get(key), other.documents.get(key))
                && valueOf(key).equals(other.valueOf(key))
                && Objects.equals(storedMeta(key), other.storedMeta(key));
    }

    ObjectNode timed(String key, @Nullable EntryTime time) {
        ObjectNode json = Json.object().setAll(metaOf(key).raw());
        if (time != null) {
            time.writeTo(json);
        }
        return json;
    }
}
