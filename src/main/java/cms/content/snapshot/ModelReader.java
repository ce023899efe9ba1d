package cms.content.snapshot;

import cms.content.snapshot.ModelContent.Origin;
import cms.format.ContentFile;
import cms.format.ContentPath;
import cms.format.ContentPaths;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.BlobId;
import cms.git.FileChange;
import cms.git.Tree;
import cms.platform.failure.Failure;
import cms.platform.heap.Reservation;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Reads the content of one model from a tree, taking over unchanged files from an earlier reading. */
final class ModelReader {
    private static final String DATA_JSON = ContentPaths.DATA + ".json";

    private final Tree tree;
    private final ContentPaths paths;
    private final ParsedFiles files;
    private final ProjectBudget budget;
    private final Reservation reservation;
    private final ModelDefinition model;
    private final Origin origin;
    private final Map<String, ObjectNode> values = new HashMap<>();
    private final Map<String, SortedMap<String, MarkdownFile>> documents = new HashMap<>();
    private final Map<String, ObjectNode> metas = new HashMap<>();
    private final Map<String, Map<String, ObjectNode>> documentMetas = new HashMap<>();
    private final List<ContentFile.Unreadable> unreadable = new ArrayList<>();
    private String metaFolder = "";
    private List<String> metaNames = List.of();
    private long sourceBytes;
    private long heldBytes;

    /** The sources and the budgets that the readings of all models of one snapshot share. */
    record Input(Tree tree, ContentPaths paths, ParsedFiles files, ProjectBudget budget, Reservation reservation) {}

    private ModelReader(Input input, ModelDefinition model, Origin origin) {
        this.tree = input.tree();
        this.paths = input.paths();
        this.files = input.files();
        this.budget = input.budget();
        this.reservation = input.reservation();
        this.model = model;
        this.origin = origin;
    }

    static ModelContent read(Input input, ModelDefinition model, String defaultLocale, @Nullable ModelContent earlier) {
        Origin origin = new Origin(
                input.tree().folder(bare(input.paths().contentFolder(model))),
                input.tree().folder(bare(input.paths().metaFolder(model))),
                defaultLocale);
        if (earlier != null && earlier.model() == model && earlier.origin().equals(origin)) {
            input.budget().charge(earlier.heldBytes());
            return earlier;
        }
        ModelReader reader = new ModelReader(input, model, origin);
        ModelContent known = earlier != null && earlier.model() == model ? earlier : null;
        if (known == null || !reader.resume(known)) {
            reader.visit(input.paths().contentFolder(model));
            reader.visit(input.paths().metaFolder(model));
        }
        return reader.content(known);
    }

    /**
     * Takes over an earlier reading and reads only the files that differ; false, with nothing taken over, where that
     * could miss something: unreadable files, meta without content, and meta files of older writers.
     */
    private boolean resume(ModelContent earlier) {
        boolean complete = earlier.unreadable().isEmpty()
                && earlier.strayMeta().isEmpty()
                && earlier.origin().defaultLocale().equals(origin.defaultLocale());
        Optional<List<FileChange>> changes = complete ? changes(earlier.origin()) : Optional.empty();
        if (changes.filter(all -> all.stream().allMatch(this::saysAll)).isEmpty()) {
            return false;
        }
        earlier.locales().forEach(this::takeOver);
        sourceBytes = earlier.sourceBytes();
        heldBytes = earlier.heldBytes();
        budget.charge(heldBytes);
        changes.get().forEach(this::apply);
        return true;
    }

    private Optional<List<FileChange>> changes(Origin before) {
        try {
            List<FileChange> all = new ArrayList<>();
            all.addAll(tree.changes(bare(paths.contentFolder(model)), before.contentFolder()));
            all.addAll(tree.changes(bare(paths.metaFolder(model)), before.metaFolder()));
            return Optional.of(all);
        } catch (Failure notStored) {
            return Optional.empty();
        }
    }

    private boolean saysAll(FileChange change) {
        ContentPath where = paths.locate(change.path(), model);
        return switch (where) {
            case null -> true;
            case ContentPath.Entries at -> change.newBlob() != null;
            case ContentPath.Meta meta -> isTheOnlyOne(change);
            case ContentPath.DocumentMeta meta -> isTheOnlyOne(change);
            case ContentPath.Document at -> true;
            case ContentPath.Model at -> true;
            case ContentPath.Config at -> true;
            case ContentPath.Vocabulary at -> true;
            case ContentPath.Context at -> true;
            case ContentPath.Elsewhere at -> true;
        };
    }

    /** Whether no meta file of older writers comes into question, before or after the change. */
    private boolean isTheOnlyOne(FileChange change) {
        String folder = folderOf(change.path());
        boolean stays = change.oldBlob() != null && change.newBlob() != null;
        return model.i18n()
                || change.path().equals(folder + DATA_JSON)
                        && (stays || fileNames(folder).stream().noneMatch(ContentPaths::isOlderMeta));
    }

    private void takeOver(String locale, LocaleContent known) {
        if (model.kind() == ModelKind.DOCUMENT) {
            documents.put(locale, new TreeMap<>(known.documents()));
            Map<String, ObjectNode> found = new TreeMap<>();
            known.meta().forEachEntry((slug, meta) -> found.put(slug, (ObjectNode) meta));
            documentMetas.put(locale, found);
        } else {
            known.values().ifPresent(members -> values.put(locale, members));
            metas.put(locale, known.meta());
        }
    }

    private void apply(FileChange change) {
        ContentPath where = paths.locate(change.path(), model);
        if (where == null || isSetAside(change.path(), where)) {
            return;
        }
        BlobId old = change.oldBlob();
        if (old != null) {
            ParsedFiles.Parsed before = files.parsed(tree, where, change.path(), old, reservation);
            sourceBytes -= before.sourceBytes();
            heldBytes -= before.heldBytes();
            budget.charge(-before.heldBytes());
            drop(where);
        }
        BlobId young = change.newBlob();
        if (young != null) {
            take(where, change.path(), young);
        }
    }

    private void drop(ContentPath where) {
        if (where instanceof ContentPath.Entries entries) {
            values.remove(key(entries.locale()));
        } else if (where instanceof ContentPath.Meta meta) {
            metas.remove(key(meta.locale()));
        } else if (where instanceof ContentPath.Document document) {
            documents.computeIfPresent(key(document.locale()), (locale, found) -> {
                found.remove(document.slug());
                return found.isEmpty() ? null : found;
            });
        } else if (where instanceof ContentPath.DocumentMeta meta) {
            documentMetas.computeIfPresent(key(meta.locale()), (locale, found) -> {
                found.remove(meta.slug());
                return found.isEmpty() ? null : found;
            });
        }
    }

    private void visit(String folder) {
        if (model.kind() == ModelKind.DOCUMENT) {
            tree.walk(bare(folder), this::take);
        } else {
            tree.entries(bare(folder)).forEach(this::take);
        }
    }

    private void take(Tree.Entry entry) {
        ContentPath where = entry.isFile() ? paths.locate(entry.path(), model) : null;
        if (where == null || isSetAside(entry.path(), where)) {
            return;
        }
        take(where, entry.path(), entry.blob());
    }

    private void take(ContentPath where, String path, BlobId blob) {
        ParsedFiles.Parsed parsed = budget.admit(path, () -> files.parsed(tree, where, path, blob, reservation));
        sourceBytes += parsed.sourceBytes();
        heldBytes += parsed.heldBytes();
        switch (parsed.file()) {
            case ContentFile.Json(ObjectNode members) -> keep(where, members);
            case ContentFile.Markdown(MarkdownFile file) -> keep(where, file);
            case ContentFile.Unreadable broken -> unreadable.add(broken);
        }
    }

    /** Whether it is a meta file of older writers that does not count, or a file of something else. */
    private boolean isSetAside(String path, ContentPath where) {
        return switch (where) {
            case ContentPath.Meta meta -> !model.i18n() && !counts(path);
            case ContentPath.DocumentMeta meta -> !model.i18n() && !counts(path);
            case ContentPath.Entries at -> false;
            case ContentPath.Document at -> false;
            case ContentPath.Model at -> true;
            case ContentPath.Config at -> true;
            case ContentPath.Vocabulary at -> true;
            case ContentPath.Context at -> true;
            case ContentPath.Elsewhere at -> true;
        };
    }

    /** Whether this is the meta of its folder; where it cannot be decided, the first candidate is reported. */
    private boolean counts(String path) {
        String folder = folderOf(path);
        String name = path.substring(folder.length());
        if (name.equals(DATA_JSON)) {
            return true;
        }
        if (!folder.equals(metaFolder)) {
            metaFolder = folder;
            metaNames = ContentPaths.metaNames(fileNames(folder), origin.defaultLocale());
        }
        if (metaNames.size() > 1 && name.equals(metaNames.getFirst())) {
            unreadable.add(ContentPaths.unclearMeta(folder + DATA_JSON, metaNames));
        }
        return metaNames.equals(List.of(name));
    }

    private List<String> fileNames(String folder) {
        return tree.entries(bare(folder)).stream()
                .filter(Tree.Entry::isFile)
                .map(Tree.Entry::name)
                .toList();
    }

    private static String folderOf(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    private void keep(ContentPath where, ObjectNode members) {
        if (where instanceof ContentPath.Entries entries) {
            values.put(key(entries.locale()), members);
        } else if (where instanceof ContentPath.Meta meta) {
            metas.put(key(meta.locale()), members);
        } else if (where instanceof ContentPath.DocumentMeta meta) {
            documentMetas
                    .computeIfAbsent(key(meta.locale()), locale -> new TreeMap<>())
                    .put(meta.slug(), members);
        }
    }

    private void keep(ContentPath where, MarkdownFile file) {
        if (where instanceof ContentPath.Document document) {
            documents
                    .computeIfAbsent(key(document.locale()), locale -> new TreeMap<>())
                    .put(document.slug(), file);
        }
    }

    private ModelContent content(@Nullable ModelContent earlier) {
        Map<String, LocaleContent> locales = new TreeMap<>();
        values.forEach((locale, members) -> locales.put(
                locale,
                new LocaleContent(
                        model,
                        locale,
                        members,
                        new TreeMap<>(),
                        metas.getOrDefault(locale, emptyMeta(earlier, locale)),
                        earlierContent(earlier, locale))));
        documents.forEach((locale, found) -> locales.put(
                locale,
                new LocaleContent(
                        model, locale, null, found, documentMeta(earlier, locale), earlierContent(earlier, locale))));
        if (earlier != null) {
            locales.replaceAll((locale, fresh) -> {
                LocaleContent known = earlier.in(locale);
                if (known.sameAs(fresh)) {
                    return known;
                }
                boolean kept = model.kind() == ModelKind.DOCUMENT && known.sameDocuments(fresh);
                return kept ? new LocaleContent(model, locale, null, known.documents(), fresh.meta(), fresh) : fresh;
            });
        }
        ModelContent.ModelSources sources =
                new ModelContent.ModelSources(unreadable, strayMeta(), sourceBytes, heldBytes);
        return new ModelContent(model, origin, locales, sources, earlier);
    }

    /** Meta without content; none where content may only be unreadable. */
    private List<String> strayMeta() {
        List<String> stray = new ArrayList<>();
        if (unreadable.isEmpty()) {
            metas.keySet().stream()
                    .filter(locale -> !values.containsKey(locale))
                    .forEach(locale -> stray.add(paths.meta(model, locale)));
            documentMetas.forEach((locale, found) -> found.keySet().stream()
                    .filter(slug ->
                            !documents.getOrDefault(locale, new TreeMap<>()).containsKey(slug))
                    .forEach(slug -> stray.add(paths.documentMeta(model, slug, locale))));
        }
        return stray;
    }

    private static @Nullable LocaleContent earlierContent(@Nullable ModelContent earlier, String locale) {
        return earlier == null ? null : earlier.in(locale);
    }

    /** The same empty object as before, so that nothing looks changed. */
    private static ObjectNode emptyMeta(@Nullable ModelContent earlier, String locale) {
        ObjectNode known = earlier == null ? null : earlier.in(locale).meta();
        return known != null && known.isEmpty() ? known : Json.object();
    }

    private ObjectNode documentMeta(@Nullable ModelContent earlier, String locale) {
        Map<String, ObjectNode> found = documentMetas.getOrDefault(locale, Map.of());
        if (earlier != null) {
            ObjectNode known = earlier.in(locale).meta();
            boolean same = known.size() == found.size()
                    && found.entrySet().stream().allMatch(meta -> known.get(meta.getKey()) == meta.getValue());
            if (same) {
                return known;
            }
        }
        ObjectNode meta = Json.object();
        found.forEach(meta::set);
        return meta;
    }

    private String key(String locale) {
        return locale.equals(ContentPaths.DATA) ? origin.defaultLocale() : locale;
    }

    private static String bare(String folder) {
        return folder.substring(0, folder.length() - 1);
    }
}
