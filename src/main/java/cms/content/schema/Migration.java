package cms.content.schema;

import cms.content.snapshot.LocaleContent;
import cms.content.snapshot.ModelContent;
import cms.format.CanonicalJson;
import cms.format.ContentPaths;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.ChangeSet;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The content of a model under its new definition: fields renamed, files moved, every locale alike. */
final class Migration {
    private final @Nullable ContentPaths paths;
    private final ModelContent stored;
    private final ModelDefinition next;
    private final Map<String, String> names;

    Migration(@Nullable ContentPaths paths, ModelContent stored, ModelDefinition next, Map<String, String> names) {
        this.paths = paths;
        this.stored = stored;
        this.next = next;
        this.names = names;
    }

    /** The definition with the new names, to be compared with what is asked for. */
    static ObjectNode renamedDefinition(ObjectNode definition, Map<String, String> names) {
        ObjectNode renamed = definition.deepCopy();
        if (renamed.get("fields") instanceof ObjectNode fields) {
            renamed.set("fields", renamed(fields, names));
        }
        return renamed;
    }

    /** Every entry of every locale, with the new names. */
    List<ObjectNode> entries() {
        List<ObjectNode> entries = new ArrayList<>();
        for (LocaleContent content : stored.locales().values()) {
            content.documents().values().forEach(file -> entries.add(renamed(file.frontmatter(), names)));
            content.values().ifPresent(values -> {
                if (stored.model().kind() == ModelKind.COLLECTION) {
                    values.forEach(entry -> entries.add(members(entry)));
                } else {
                    entries.add(renamed(values, names));
                }
            });
        }
        return entries;
    }

    /** Files stay where they are when the kind or the translation changes: nobody can say what they then mean. */
    void into(ChangeSet.Builder changes) {
        boolean same = stored.model().kind() == next.kind() && stored.model().i18n() == next.i18n();
        ContentPaths at = paths;
        if (!same || at == null) {
            return;
        }
        boolean moves = !at.contentFolder(stored.model()).equals(at.contentFolder(next))
                || !at.metaFolder(stored.model()).equals(at.metaFolder(next));
        if (moves || !names.isEmpty()) {
            stored.locales().forEach((locale, content) -> locale(changes, at, locale, content));
        }
    }

    private void locale(ChangeSet.Builder changes, ContentPaths at, String locale, LocaleContent content) {
        content.values().ifPresent(values -> {
            changes.remove(at.entries(stored.model(), locale));
            changes.put(at.entries(next, locale), CanonicalJson.bytes(next, values(values)));
        });
        if (next.kind() == ModelKind.DOCUMENT) {
            content.documents().forEach((slug, file) -> document(changes, at, locale, slug, file));
            content.meta().forEachEntry((slug, meta) -> {
                changes.remove(at.documentMeta(stored.model(), slug, locale));
                changes.put(at.documentMeta(next, slug, locale), CanonicalJson.bytes(meta));
            });
        } else if (!content.meta().isEmpty()) {
            changes.remove(at.meta(stored.model(), locale));
            changes.put(at.meta(next, locale), CanonicalJson.bytes(content.meta()));
        }
    }

    private void document(ChangeSet.Builder changes, ContentPaths at, String locale, String slug, MarkdownFile file) {
        changes.remove(at.document(stored.model(), slug, locale));
        MarkdownFile renamed = new MarkdownFile(renamed(file.frontmatter(), names), file.body());
        changes.put(at.document(next, slug, locale), renamed.bytes());
    }

    private ObjectNode values(ObjectNode values) {
        return switch (next.kind()) {
            case COLLECTION -> {
                ObjectNode entries = Json.object();
                values.forEachEntry((id, entry) -> entries.set(id, members(entry)));
                yield entries;
            }
            case SINGLETON, DOCUMENT -> renamed(values, names);
            case DICTIONARY -> values;
        };
    }

    private ObjectNode members(JsonNode entry) {
        return entry instanceof ObjectNode object ? renamed(object, names) : Json.object();
    }

    private static ObjectNode renamed(ObjectNode members, Map<String, String> names) {
        ObjectNode renamed = Json.object();
        members.forEachEntry((name, value) -> renamed.set(names.getOrDefault(name, name), value));
        return renamed;
    }
}
