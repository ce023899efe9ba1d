package cms.delivery.build;

import cms.format.EntryMeta;
import cms.format.Markdown;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.git.BlobId;
import cms.platform.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one document contributes in all its locales.
 *
 * @param indexItems its items of the indexes by locale, as JSON
 */
record DocumentFiles(
        List<Artefact> artefacts, Map<String, byte[]> indexItems, Until.Span span, List<FileTrouble> troubles) {
    private static final int EXCERPT_CHARS = 200;
    private static final Pattern LINE_ENDS = Pattern.compile("\\R");

    /** @param all which of a document's files there are */
    static DocumentFiles read(Sources all, ModelDefinition model, String slug, List<String> locales, Instant now) {
        List<FileTrouble> troubles = new ArrayList<>();
        Sources sources = all.notingIn(troubles);
        List<Artefact> artefacts = new ArrayList<>();
        Map<String, byte[]> items = new HashMap<>();
        Until until = all.until(now);
        if (!hasAddress(slug)) {
            sources.note(
                    sources.paths().contentFolder(model) + slug,
                    "its name has a backslash or a control character, which no address may have; rename the document.");
            return new DocumentFiles(List.of(), Map.of(), until.span(), List.copyOf(troubles));
        }
        for (String locale : locales) {
            published(sources, model, slug, locale, until).ifPresent(shown -> {
                String path = "documents/" + model.id() + "/" + slug + "/" + locale + ".json";
                byte[] item = shown.rendered().item();
                Artefact artefact = sources.artefact(path, shown.rendered().body());
                sources.renderings().keep(shown.blobSha(), slug, new Renderings.Rendered(artefact.body(), item));
                artefacts.add(artefact);
                items.put(locale, item);
            });
        }
        return new DocumentFiles(List.copyOf(artefacts), Map.copyOf(items), until.span(), List.copyOf(troubles));
    }

    /** Servers take neither in a path, encoded or not: what has one could be listed and never read. */
    private static boolean hasAddress(String slug) {
        return slug.chars().noneMatch(c -> c == '\\' || Character.isISOControl(c));
    }

    private record Shown(String blobSha, Renderings.Rendered rendered) {}

    private static Optional<Shown> published(
            Sources sources, ModelDefinition model, String slug, String locale, Until until) {
        String path = sources.paths().document(model, slug, locale);
        Optional<BlobId> blob = sources.blob(path);
        // A document whose meta cannot be read may be a draft, so it stays back.
        Optional<EntryMeta> meta = blob.isEmpty() ? Optional.empty() : sources.documentMeta(model, slug, locale);
        return meta.filter(until::shows)
                .flatMap(shown -> rendered(sources, slug, path, blob.orElseThrow()))
                .map(rendered -> new Shown(blob.orElseThrow().sha(), rendered));
    }

    private static Optional<Renderings.Rendered> rendered(Sources sources, String slug, String path, BlobId blob) {
        Optional<Renderings.Rendered> known = sources.renderings().find(blob.sha(), slug);
        if (known.isPresent()) {
            return known;
        }
        return sources.document(path, blob)
                .map(file -> new Renderings.Rendered(
                        Body.of(Json.bytes(document(slug, file))), Json.bytes(indexItem(slug, file))));
    }

    private static ObjectNode document(String slug, MarkdownFile file) {
        ObjectNode document = Json.object();
        document.set("frontmatter", file.frontmatter().deepCopy().put("slug", slug));
        document.put("body", file.body());
        document.put("html", Markdown.html(file.body()));
        return document;
    }

    private static ObjectNode indexItem(String slug, MarkdownFile file) {
        ObjectNode item = Json.object().put("slug", slug);
        file.frontmatter().forEachEntry((name, value) -> {
            if (!name.equals("slug")) {
                item.set(name, value);
            }
        });
        return item.put("excerpt", excerpt(file.body()));
    }

    /** The first characters of the text in one line: each line end becomes a blank (reference 5.2). */
    private static String excerpt(String body) {
        int end = Math.min(body.length(), EXCERPT_CHARS);
        if (end > 0 && end < body.length() && Character.isHighSurrogate(body.charAt(end - 1))) {
            end--;
        }
        return LINE_ENDS.matcher(body.substring(0, end)).replaceAll(" ").strip();
    }
}
