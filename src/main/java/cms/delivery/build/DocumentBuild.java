package cms.delivery.build;

import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.git.Tree;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Builds the files of one document model: one for each published document and locale, an index for each locale.
 *
 * <p>It remembers every document by the object ids of its files, so that after a change only the changed documents are
 * rendered.
 */
final class DocumentBuild {
    private static final String RESERVED = "_";
    private static final String MARKDOWN = ".md";

    private final ModelDefinition model;
    private final List<String> locales;
    private final Map<String, Remembered> bySlug = new HashMap<>();

    DocumentBuild(ModelDefinition model, List<String> projectLocales) {
        this.model = model;
        this.locales = model.i18n() ? projectLocales : List.of(ContentPaths.DATA);
    }

    private record Remembered(String contentSha, @Nullable String metaSha, DocumentFiles files) {
        boolean holds(String content, @Nullable String meta, Instant now) {
            return contentSha.equals(content)
                    && Objects.equals(metaSha, meta)
                    && files.span().holds(now);
        }
    }

    ModelResult build(Sources sources, Instant now) {
        Map<String, Tree.Entry> content = contentEntries(sources);
        bySlug.keySet().retainAll(content.keySet());
        refresh(sources, content, metaFolders(sources), now);
        List<Artefact> artefacts = new ArrayList<>();
        List<FileError> errors = new ArrayList<>();
        Map<String, List<byte[]>> items = new LinkedHashMap<>();
        locales.forEach(locale -> items.put(locale, new ArrayList<>()));
        Until until = new Until(now);
        for (String slug : content.keySet()) {
            DocumentFiles files = Objects.requireNonNull(bySlug.get(slug)).files();
            until.at(files.span().until());
            artefacts.addAll(files.artefacts());
            errors.addAll(files.errors());
            files.indexItems()
                    .forEach((locale, item) ->
                            items.getOrDefault(locale, List.of()).add(item));
        }
        Map<String, Artefact> indexes = new HashMap<>();
        items.forEach((locale, all) -> indexes.put(
                locale, sources.artefact("documents/" + model.id() + "/_index/" + locale + ".json", index(all))));
        artefacts.addAll(indexes.values());
        long itemBytes = bySlug.values().stream()
                .mapToLong(document -> document.files().itemBytes())
                .sum();
        return new ModelResult(artefacts, indexes, until.span(), errors, itemBytes);
    }

    /** Reads the documents that are new, different, or whose time has come, on all cores. */
    private void refresh(Sources sources, Map<String, Tree.Entry> content, Map<String, Tree.Entry> meta, Instant now) {
        List<Map.Entry<String, Tree.Entry>> stale = new ArrayList<>();
        for (Map.Entry<String, Tree.Entry> document : content.entrySet()) {
            Remembered before = fresh(document.getKey(), document.getValue(), meta, now);
            if (before == null) {
                stale.add(document);
            } else {
                sources.room()
                        .charge(
                                before.files().artefacts().size(),
                                before.files().itemBytes());
            }
        }
        List<Remembered> read = stale.parallelStream()
                .map(document -> read(sources, document.getKey(), document.getValue(), meta, now))
                .toList();
        for (int i = 0; i < stale.size(); i++) {
            bySlug.put(stale.get(i).getKey(), read.get(i));
        }
    }

    private Remembered read(
            Sources sources, String slug, Tree.Entry content, Map<String, Tree.Entry> meta, Instant now) {
        Tree.Entry stated = meta.get(slug);
        Sources own = stated == null ? sources.listing(content) : sources.listing(content, stated);
        return new Remembered(content.sha(), sha(stated), DocumentFiles.read(own, model, slug, locales, now));
    }

    /** The document as it was read before, where it still is the same; else null. */
    private @Nullable Remembered fresh(String slug, Tree.Entry content, Map<String, Tree.Entry> meta, Instant now) {
        Remembered before = bySlug.get(slug);
        return before != null && before.holds(content.sha(), sha(meta.get(slug)), now) ? before : null;
    }

    private static @Nullable String sha(Tree.@Nullable Entry entry) {
        return entry == null ? null : entry.sha();
    }

    /** Slugs in the order of the index, with the folder or file that the document consists of. */
    private Map<String, Tree.Entry> contentEntries(Sources sources) {
        Map<String, Tree.Entry> entries = new TreeMap<>();
        for (Tree.Entry entry : sources.tree().entries(folder(sources.paths().contentFolder(model)))) {
            String name = entry.name();
            if (name.startsWith(RESERVED)) {
                continue;
            }
            if (model.i18n() && entry.kind() == Tree.Kind.FOLDER) {
                entries.put(name, entry);
            } else if (!model.i18n() && entry.isFile() && name.endsWith(MARKDOWN)) {
                entries.put(name.substring(0, name.length() - MARKDOWN.length()), entry);
            }
        }
        return entries;
    }

    private Map<String, Tree.Entry> metaFolders(Sources sources) {
        Map<String, Tree.Entry> folders = new HashMap<>();
        for (Tree.Entry entry : sources.tree().entries(folder(sources.paths().metaFolder(model)))) {
            if (entry.kind() == Tree.Kind.FOLDER) {
                folders.put(entry.name(), entry);
            }
        }
        return folders;
    }

    private static String folder(String withSlash) {
        return withSlash.substring(0, withSlash.length() - 1);
    }

    private static DeliveredBytes index(List<byte[]> items) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(2
                + Math.max(0, items.size() - 1)
                + items.stream().mapToLong(item -> item.length).sum()));
        bytes.put((byte) '[');
        for (int i = 0; i < items.size(); i++) {
            if (i > 0) {
                bytes.put((byte) ',');
            }
            bytes.put(items.get(i));
        }
        return DeliveredBytes.of(bytes.put((byte) ']').array());
    }
}
