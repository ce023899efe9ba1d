package cms.content.entry;

import cms.content.api.SaveRequest;
import cms.content.snapshot.LocaleContent;
import cms.format.ModelKind;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The saves of a batch in one locale, joined; members of later saves replace those of earlier ones. */
final class JoinedSaves {
    private final ModelKind kind;
    private final LocaleContent stored;
    private final SaveRequest first;
    private final ObjectNode data = Json.object();
    private final Map<String, SaveRequest> byKey = new HashMap<>();

    JoinedSaves(ModelKind kind, LocaleContent stored, SaveRequest first) {
        this.kind = kind;
        this.stored = stored;
        this.first = first;
    }

    /** One save of everything; of its schedule and status each entry has its own in {@link #asked}. */
    SaveRequest save() {
        return first.holding(data);
    }

    AskedMeta asked() {
        return new AskedMeta(first, byKey);
    }

    /** @throws Failure INVALID where the same entry is asked for with another schedule or status */
    void add(SaveRequest save) {
        switch (kind) {
            case COLLECTION -> save.data().forEachEntry((id, entry) -> join(id, entry, save));
            case DOCUMENT ->
                DocumentSave.sent(save)
                        .forEach((name, document) -> join(DocumentSave.slug(stored, name), document, save));
            case SINGLETON, DICTIONARY -> {
                requireSame(first, save);
                data.setAll(save.data());
            }
        }
    }

    private void join(String key, JsonNode entry, SaveRequest save) {
        requireSame(byKey.getOrDefault(key, save), save);
        byKey.put(key, save);
        if (!(entry instanceof ObjectNode members)) {
            data.set(key, entry);
        } else if (data.get(key) instanceof ObjectNode known) {
            known.setAll(members);
        } else {
            data.set(key, Json.object().setAll(members)); // a copy, to which later items add
        }
    }

    private static void requireSame(SaveRequest earlier, SaveRequest later) {
        if (!later.schedule().equals(earlier.schedule()) || !later.status().equals(earlier.status())) {
            throw Failure.invalid("Items about the same entry must ask for the same schedule and status.");
        }
    }
}
