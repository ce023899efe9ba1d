package cms.content.entry;

import cms.access.Author;
import cms.content.api.Finding;
import cms.content.api.SaveRequest;
import cms.content.check.FindingTarget;
import cms.content.check.NameCheck;
import cms.content.check.Siblings;
import cms.content.snapshot.LocaleContent;
import cms.content.write.Call;
import cms.format.ContentFile;
import cms.format.MarkdownFile;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.project.AllowedModels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes documents: frontmatter merged over the stored one, the body kept or replaced (reference 1.6). */
final class DocumentSave {
    private static final String BODY = "body";
    private static final String SLUG = "slug";
    private static final String NAMED_TWICE = "The slug is named twice; capitals count as small letters.";

    private final Edit edit;
    private final AllowedModels visible;
    private final Author author;
    private final boolean always;

    DocumentSave(Edit edit, Call call) {
        this.edit = edit;
        this.visible = call.place().models();
        this.author = call.author();
        this.always = call.options().always();
    }

    List<String> write(SaveRequest request, AskedMeta asked) {
        Map<String, MarkdownFile> written = new LinkedHashMap<>();
        sent(request).forEach((name, data) -> {
            String slug = slug(edit.current(), name);
            if (written.containsKey(slug)) {
                edit.addFindings(List.of(edit.subject(Optional.of(slug)).error(SLUG, NAMED_TWICE)));
                return;
            }
            document(slug, data).ifPresent(file -> written.put(slug, file));
        });
        check(written);
        edit.checkSchedule(asked::schedule, written.keySet());
        if (!edit.refused()) {
            written.forEach(this::put);
        }
        if (!edit.refused()) {
            edit.putWritten(changed(written, asked), author, asked::over);
        }
        return List.copyOf(written.keySet());
    }

    /** The slugs of documents that differ from the stored ones; the others keep their last author. */
    private List<String> changed(Map<String, MarkdownFile> written, AskedMeta asked) {
        Map<String, MarkdownFile> stored = edit.current().documents();
        return written.entrySet().stream()
                .filter(document -> always
                        || asked.changesMeta(document.getKey())
                        || !document.getValue().equals(stored.get(document.getKey())))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The members by slug as it was sent, a body among them, from either way of sending documents. */
    static Map<String, ObjectNode> sent(SaveRequest request) {
        Map<String, ObjectNode> documents = new LinkedHashMap<>();
        if (request.slug().isPresent()) {
            ObjectNode data = Json.object().setAll(request.data());
            request.body().ifPresent(body -> data.put(BODY, body));
            documents.put(request.slug().get(), data);
            return documents;
        }
        for (Map.Entry<String, JsonNode> member : request.data().properties()) {
            if (!(member.getValue() instanceof ObjectNode data)) {
                throw Failure.invalid("`slug` is required to save a document.");
            }
            documents.put(member.getKey(), data);
        }
        if (documents.isEmpty()) {
            throw Failure.invalid("`slug` is required to save a document.");
        }
        return documents;
    }

    /** The slug in small letters, unless a document of exactly the sent name exists because somebody has pushed it. */
    static String slug(LocaleContent stored, String sent) {
        return stored.has(sent) ? sent : sent.toLowerCase(Locale.ROOT);
    }

    private Optional<MarkdownFile> document(String slug, ObjectNode sent) {
        FindingTarget subject = edit.subject(Optional.of(slug));
        List<Finding> names = NameCheck.key(subject);
        edit.addFindings(names);
        if (!names.isEmpty()) {
            return Optional.empty();
        }
        edit.guard(subject, edit.paths().document(edit.model(), slug, edit.locale()));
        edit.guard(subject, edit.paths().documentMeta(edit.model(), slug, edit.locale()));
        MarkdownFile stored = edit.current().documents().get(slug);
        JsonNode body = sent.path(BODY);
        if (sent.has(BODY) && !body.isString() && !body.isNull()) {
            edit.addFindings(List.of(subject.error(BODY, "The body must be a string.")));
            return Optional.empty();
        }
        ObjectNode frontmatter = CollectionSave.merged(
                stored == null ? null : stored.frontmatter(), sent.deepCopy().without(BODY));
        // A stored body is not folded again, as that would move its text into the front matter unasked.
        MarkdownFile file = sent.has(BODY)
                ? MarkdownFile.folded(frontmatter, body.asString(""))
                : new MarkdownFile(frontmatter, stored == null ? "" : stored.body());
        return Optional.of(new MarkdownFile(withSlug(file.frontmatter(), slug), file.body()));
    }

    /** The frontmatter with the slug, at its old place or at the end. */
    private static ObjectNode withSlug(ObjectNode frontmatter, String slug) {
        return Json.object().setAll(frontmatter).put(SLUG, slug);
    }

    private void check(Map<String, MarkdownFile> written) {
        Map<String, ObjectNode> all = new LinkedHashMap<>();
        edit.current().documents().forEach((slug, file) -> all.put(slug, file.frontmatter()));
        written.forEach((slug, file) -> all.put(slug, file.frontmatter()));
        Siblings siblings = Siblings.of(all);
        written.forEach((slug, file) -> {
            FindingTarget subject = edit.subject(Optional.of(slug));
            edit.check(subject, file.frontmatter(), siblings, written.keySet(), visible);
        });
    }

    /** Writes a document; notes an error instead where its text could not be read back the same. */
    private void put(String slug, MarkdownFile file) {
        String path = edit.paths().document(edit.model(), slug, edit.locale());
        byte[] bytes = file.bytes();
        boolean comesBack = MarkdownFile.parse(path, bytes) instanceof ContentFile.Markdown(MarkdownFile read)
                && read.body().equals(file.body());
        if (comesBack) {
            edit.put(path, bytes);
        } else {
            edit.addFindings(List.of(edit.subject(Optional.of(slug))
                    .error("", "The document holds characters or sizes that cannot be stored as a text file.")));
        }
    }
}
