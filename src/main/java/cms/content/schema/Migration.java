package cms.content.schema;

import cms.content.snapshot.LocaleContent;
import cms.content.snapshot.ModelContent;
import cms.format.CanonicalJson;
import cms.format.ContentPaths;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.ChangeSet;
import cms.git.Tree;
import cms.platform.json.Json;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The content of a model under its new definition: fields renamed, files moved, every locale alike. */
final class Migration {
    private final Tree files;
    private final ContentPaths paths;
    private final ModelContent stored;
    private final ModelDefinition next;
    private final Map<String, String> names;
    private final RelationRename relations;

    /**
     * {@code names}: the new names of fields; {@code relations}: where those into this model itself lead from now on.
     */
    Migration(
            Tree files,
            ContentPaths paths,
            ModelContent stored,
            ModelDefinition next,
            Map<String, String> names,
            RelationRename relations) {
        this.files = files;
        this.paths = paths;
        this.stored = stored;
        this.next = next;
        this.names = names;
        this.relations = relations;
    }

    /** Every entry of every locale, with the new names of fields. */
    static List<ObjectNode> entries(ModelContent stored, Map<String, String> names) {
        return stored.entries().stream()
                .map(entry -> ModelDefinition.renamed(entry, names))
                .toList();
    }

    /**
     * Adds the renames and moves to the changes. Files keep their bytes and their names when the kind or the
     * translation changes, because their new meaning is unknown; they move with their folder all the same, as nobody
     * would look for them in one that no model explains. So does meta that does not count, which would in a new model
     * of the old name.
     */
    void into(ChangeSet.Builder changes) {
        String content = paths.contentFolder(stored.model());
        String meta = paths.metaFolder(stored.model());
        boolean moves = !content.equals(paths.contentFolder(next)) || !meta.equals(paths.metaFolder(next));
        boolean same = stored.model().kind() == next.kind() && stored.model().i18n() == next.i18n();
        if (!same) {
            unread(changes, content, paths.contentFolder(next));
            unread(changes, meta, paths.metaFolder(next));
        } else if (moves || !names.isEmpty()) {
            unread(changes, meta, paths.metaFolder(next));
            stored.locales().forEach((locale, found) -> locale(changes, locale, found));
        }
    }

    /** Moves the files that the model has, or will have, from one folder to another as they are. */
    private void unread(ChangeSet.Builder changes, String from, String to) {
        if (from.equals(to)) {
            return;
        }
        files.walk(from.substring(0, from.length() - 1), file -> {
            String moved = to + file.path().substring(from.length());
            boolean own = paths.locate(file.path(), stored.model()) != null || paths.locate(moved, next) != null;
            if (file.isFile() && own) {
                changes.move(file, moved);
            }
        });
    }

    private void locale(ChangeSet.Builder changes, String locale, LocaleContent content) {
        content.values().ifPresent(values -> {
            changes.remove(paths.entries(stored.model(), locale));
            changes.put(paths.entries(next, locale), CanonicalJson.bytes(next, values(values)));
        });
        if (next.kind() == ModelKind.DOCUMENT) {
            content.documents().forEach((slug, file) -> document(changes, locale, slug, file));
            content.meta().forEachEntry((slug, meta) -> {
                changes.remove(paths.documentMeta(stored.model(), slug, locale));
                changes.put(paths.documentMeta(next, slug, locale), CanonicalJson.bytes(meta));
            });
        } else if (!content.meta().isEmpty()) {
            changes.remove(paths.meta(stored.model(), locale));
            changes.put(paths.meta(next, locale), CanonicalJson.bytes(content.meta()));
        }
    }

    private void document(ChangeSet.Builder changes, String locale, String slug, MarkdownFile file) {
        changes.remove(paths.document(stored.model(), slug, locale));
        MarkdownFile renamed = new MarkdownFile(migrated(file.frontmatter()), file.body());
        changes.put(paths.document(next, slug, locale), renamed.bytes());
    }

    private ObjectNode values(ObjectNode values) {
        return switch (next.kind()) {
            case COLLECTION -> {
                ObjectNode entries = Json.object();
                values.forEachEntry((id, entry) -> entries.set(id, migrated(entry)));
                yield entries;
            }
            case SINGLETON, DOCUMENT -> migrated(values);
            case DICTIONARY -> values;
        };
    }

    /** A pushed entry that is no object stays as it is. */
    private JsonNode migrated(JsonNode entry) {
        return entry instanceof ObjectNode object ? migrated(object) : entry;
    }

    private ObjectNode migrated(ObjectNode members) {
        return ModelDefinition.renamed(relations.values(stored.model().fields().values(), members), names);
    }
}
