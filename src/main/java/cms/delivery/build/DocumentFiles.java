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
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The delivered files of one document, in all its locales.
 *
 * @param indexItems its items of the indexes by locale, as JSON
 */
record DocumentFiles(
        List<Artefact> artefacts, Map<String, byte[]> indexItems, Until.Span span, List<FileError> errors) {
    private static final int EXCERPT_CHARS = 200;

    /** @param all the files of the document */
    static DocumentFiles read(Sources all, ModelDefinition model, String slug, List<String> locales, Instant now) {
        List<FileError> errors = new ArrayList<>();
        Sources sources = all.notingIn(errors);
        List<Artefact> artefacts = new ArrayList<>();
        Map<String, byte[]> items = new HashMap<>();
        Until until = all.until(now);
        if (!hasAddress(slug)) {
            sources.note(
                    sources.paths().contentFolder(model) + slug,
                    "its name has a backslash or a control character, which no address may have; rename the document.");
            return new DocumentFiles(List.of(), Map.of(), until.span(), List.copyOf(errors));
        }
        for (String locale : locales) {
            String path = sources.paths().document(model, slug, locale);
            BlobId blob = sources.blob(path).orElse(null);
            if (blob != null && isPublished(sources, model, slug, locale, until)) {
                Renderings.Rendered shown = rendered(sources, slug, path, blob);
                if (shown != null) {
                    sources.room().charge(0, shown.item().length);
                    String name = "documents/" + model.id() + "/" + slug + "/" + locale + ".json";
                    Artefact artefact = sources.artefact(name, shown.body());
                    sources.renderings().keep(blob.sha(), slug, new Renderings.Rendered(artefact.body(), shown.item()));
                    artefacts.add(artefact);
                    items.put(locale, shown.item());
                }
            }
        }
        return new DocumentFiles(List.copyOf(artefacts), Map.copyOf(items), until.span(), List.copyOf(errors));
    }

    long itemBytes() {
        return indexItems.values().stream().mapToLong(item -> item.length).sum();
    }

    /**
     * Whether a slug can be part of an address. Servers take no backslash and no control character in a path, encoded
     * or not, so a document with one could be listed and never read.
     */
    private static boolean hasAddress(String slug) {
        for (int at = 0; at < slug.length(); at++) {
            if (slug.charAt(at) == '\\' || Character.isISOControl(slug.charAt(at))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a document is published; one whose meta cannot be read may be a draft, and is not. */
    private static boolean isPublished(
            Sources sources, ModelDefinition model, String slug, String locale, Until until) {
        EntryMeta meta = sources.documentMeta(model, slug, locale).orElse(null);
        return meta != null && until.shows(meta);
    }

    private static Renderings.@Nullable Rendered rendered(Sources sources, String slug, String path, BlobId blob) {
        Renderings.Rendered known = sources.renderings().find(blob.sha(), slug).orElse(null);
        if (known != null) {
            return known;
        }
        MarkdownFile file = sources.document(path, blob).orElse(null);
        return file == null
                ? null
                : new Renderings.Rendered(DeliveredBytes.of(document(slug, file)), indexItem(slug, file));
    }

    private static byte[] document(String slug, MarkdownFile file) {
        String html = Markdown.html(file.body());
        ObjectNode frontmatter = Json.object().setAll(file.frontmatter()).put("slug", slug);
        return Json.bytes(Json.object()
                .set("frontmatter", frontmatter)
                .put("body", file.body())
                .put("html", html));
    }

    private static byte[] indexItem(String slug, MarkdownFile file) {
        ObjectNode item = Json.object().put("slug", slug);
        file.frontmatter().forEachEntry((name, value) -> {
            if (!name.equals("slug")) {
                item.set(name, value);
            }
        });
        return Json.bytes(item.put("excerpt", excerpt(file.body())));
    }

    /** The first characters of the text in one line: each line end becomes a blank (reference 5.2). */
    private static String excerpt(String body) {
        int end = Math.min(body.length(), EXCERPT_CHARS);
        if (end > 0 && end < body.length() && Character.isHighSurrogate(body.charAt(end - 1))) {
            end--;
        }
        char[] line = new char[end];
        body.getChars(0, end, line, 0);
        int length = 0;
        for (int at = 0; at < end; at++) {
            char c = line[at];
            boolean inPair = c == '\n' && at > 0 && body.charAt(at - 1) == '\r';
            if (!inPair) {
                line[length++] = isLineEnd(c) ? ' ' : c;
            }
        }
        return new String(line, 0, length).strip();
    }

    /** Whether a character ends a line by the rules of Unicode. */
    private static boolean isLineEnd(char c) {
        return c >= '\n' && c <= '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029';
    }
}
