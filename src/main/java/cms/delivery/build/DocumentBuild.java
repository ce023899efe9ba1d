package cms.delivery.build;

import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.git.Tree;
import java.io.ByteArrayOutputStream;
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
 * <p>It remembers every document by the object ids of its files, so that a change of one costs one.
 */
final class DocumentBuild {
    private static final String RESERVED = "_";
    private static final String MARKDOWN = ".md";

    /** From this many documents on it is cheaper to walk their folders than to look each file up. */
    private static final int WALK_FROM = 16;

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
        Map<String, String> content = contentShas(sources);
        bySlug.keySet().retainAll(content.keySet());
        refresh(sources, content, metaShas(sources), now);
        List<Artefact> artefacts = new ArrayList<>();
        List<FileTrouble> troubles = new ArrayList<>();
        Map<String, List<byte[]>> items = new LinkedHashMap<>();
        locales.forEach(locale -> items.put(locale, new ArrayList<>()));
        Until until = new Until(now);
        for (String slug : content.keySet()) {
            DocumentFiles files = Objects.requireNonNull(bySlug.get(slug)).files();
            until.at(files.span().until());
            artefacts.addAll(files.artefacts());
            troubles.addAll(files.troubles());
            files.indexItems()
                    .forEach((locale, item) ->
                            items.getOrDefault(locale, List.of()).add(item));
        }
        Map<String, Artefact> indexes = new HashMap<>();
        items.forEach((locale, all) -> indexes.put(
                locale, new Artefact("documents/" + model.id() + "/_index/" + locale + ".json", index(all))));
        artefacts.addAll(indexes.values());
        return new ModelResult(artefacts, indexes, until.span(), troubles);
    }

    /** Reads the documents that are new, different, or whose time has come, on all cores. */
    private void refresh(Sources all, Map<String, String> content, Map<String, String> meta, Instant now) {
        List<String> stale = content.keySet().stream()
                .filter(slug -> !isFresh(slug, content, meta, now))
                .toList();
        Sources sources = stale.size() < WALK_FROM
                ? all
                : all.walking(
                        folder(all.paths().contentFolder(model)),
                        folder(all.paths().metaFolder(model)));
        List<DocumentFiles> read = stale.parallelStream()
                .map(slug -> DocumentFiles.read(sources, model, slug, locales, now))
                .toList();
        for (int i = 0; i < stale.size(); i++) {
            String slug = stale.get(i);
            bySlug.put(slug, new Remembered(Objects.requireNonNull(content.get(slug)), meta.get(slug), read.get(i)));
        }
    }

    private boolean isFresh(String slug, Map<String, String> content, Map<String, String> meta, Instant now) {
        Remembered before = bySlug.get(slug);
        return before != null && before.holds(Objects.requireNonNull(content.get(slug)), meta.get(slug), now);
    }

    /** Slugs in the order of the index, with the object id of everything that the document consists of. */
    private Map<String, String> contentShas(Sources sources) {
        Map<String, String> shas = new TreeMap<>();
        for (Tree.Entry entry : sources.tree().entries(folder(sources.paths().contentFolder(model)))) {
            String name = entry.name();
            if (name.startsWith(RESERVED)) {
                continue;
            }
            if (model.i18n() && entry.kind() == Tree.Kind.FOLDER) {
                shas.put(name, entry.sha());
            } else if (!model.i18n() && entry.isFile() && name.endsWith(MARKDOWN)) {
                shas.put(name.substring(0, name.length() - MARKDOWN.length()), entry.sha());
            }
        }
        return shas;
    }

    private Map<String, String> metaShas(Sources sources) {
        Map<String, String> shas = new HashMap<>();
        for (Tree.Entry entry : sources.tree().entries(folder(sources.paths().metaFolder(model)))) {
            if (entry.kind() == Tree.Kind.FOLDER) {
                shas.put(entry.name(), entry.sha());
            }
        }
        return shas;
    }

    private static String folder(String withSlash) {
        return withSlash.substring(0, withSlash.length() - 1);
    }

    private static Body index(List<byte[]> items) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write('[');
        for (int i = 0; i < items.size(); i++) {
            if (i > 0) {
                bytes.write(',');
            }
            bytes.writeBytes(items.get(i));
        }
        bytes.write(']');
        return Body.of(bytes.toByteArray());
    }
}
