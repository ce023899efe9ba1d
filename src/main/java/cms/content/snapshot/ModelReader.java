package cms.content.snapshot;

import cms.content.snapshot.ModelContent.Origin;
import cms.format.ContentFile;
import cms.format.ContentPath;
import cms.format.ContentPaths;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.Tree;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Reads the content of one model from a tree, taking over what an earlier reading already knows. */
final class ModelReader {
    private final Tree tree;
    private final ContentPaths paths;
    private final ParsedFiles files;
    private final ModelDefinition model;
    private final Origin origin;
    private final Map<String, ObjectNode> values = new HashMap<>();
    private final Map<String, SortedMap<String, MarkdownFile>> documents = new HashMap<>();
    private final Map<String, ObjectNode> metas = new HashMap<>();
    private final Map<String, Map<String, ObjectNode>> documentMetas = new HashMap<>();
    private final List<ContentFile.Unreadable> unreadable = new ArrayList<>();
    private long sourceBytes;

    private ModelReader(Tree tree, ContentPaths paths, ParsedFiles files, ModelDefinition model, Origin origin) {
        this.tree = tree;
        this.paths = paths;
        this.files = files;
        this.model = model;
        this.origin = origin;
    }

    static ModelContent read(
            Tree tree,
            ContentPaths paths,
            ParsedFiles files,
            ModelDefinition model,
            String defaultLocale,
            @Nullable ModelContent earlier) {
        Origin origin = new Origin(
                tree.folder(bare(paths.contentFolder(model))),
                tree.folder(bare(paths.metaFolder(model))),
                defaultLocale);
        if (earlier != null && earlier.model() == model && earlier.origin().equals(origin)) {
            return earlier;
        }
        ModelReader reader = new ModelReader(tree, paths, files, model, origin);
        reader.visit(paths.contentFolder(model));
        reader.visit(paths.metaFolder(model));
        return reader.content(earlier != null && earlier.model() == model ? earlier : null);
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
        ParsedFiles.Parsed parsed = files.parsed(tree, where, entry.path(), entry.blob());
        sourceBytes += parsed.sourceBytes();
        switch (parsed.file()) {
            case ContentFile.Json(ObjectNode members) -> keep(where, members);
            case ContentFile.Markdown(MarkdownFile file) -> keep(where, file);
            case ContentFile.Unreadable broken -> unreadable.add(broken);
        }
    }

    /** A meta file of older writers, beside the proper one or named after a locale that is not the default. */
    private boolean isSetAside(String path, ContentPath where) {
        String proper;
        String fallback;
        switch (where) {
            case ContentPath.Meta meta -> {
                proper = paths.meta(model, meta.locale());
                fallback = paths.metaFallback(model, origin.defaultLocale()).orElse("");
            }
            case ContentPath.DocumentMeta meta -> {
                proper = paths.documentMeta(model, meta.slug(), meta.locale());
                fallback = paths.documentMetaFallback(model, meta.slug(), origin.defaultLocale())
                        .orElse("");
            }
            case ContentPath.Entries at -> {
                return false;
            }
            case ContentPath.Document at -> {
                return false;
            }
            case ContentPath.Model at -> {
                return true;
            }
            case ContentPath.Config at -> {
                return true;
            }
            case ContentPath.Terms at -> {
                return true;
            }
            case ContentPath.Context at -> {
                return true;
            }
            case ContentPath.Elsewhere at -> {
                return true;
            }
        }
        return !path.equals(proper)
                && !(path.equals(fallback) && tree.blob(proper).isEmpty());
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
                        members,
                        new TreeMap<>(),
                        metas.getOrDefault(locale, emptyMeta(earlier, locale)),
                        tags(earlier, locale))));
        documents.forEach((locale, found) -> locales.put(
                locale, new LocaleContent(model, null, found, documentMeta(earlier, locale), tags(earlier, locale))));
        if (earlier != null) {
            locales.replaceAll((locale, fresh) -> {
                LocaleContent known = earlier.in(locale);
                if (known.sameAs(fresh)) {
                    return known;
                }
                boolean kept = model.kind() == ModelKind.DOCUMENT && known.sameDocuments(fresh);
                return kept ? new LocaleContent(model, null, known.documents(), fresh.meta(), fresh.tags()) : fresh;
            });
        }
        ModelContent.Sources sources = new ModelContent.Sources(unreadable, strayMeta(), sourceBytes);
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

    private static KnownTags tags(@Nullable ModelContent earlier, String locale) {
        return earlier == null ? new KnownTags() : earlier.in(locale).tags();
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
