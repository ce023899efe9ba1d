package cms.format.merge;

import cms.format.CanonicalJson;
import cms.format.ContentFile;
import cms.format.ContentPath;
import cms.format.ContentPaths;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The three-way merge of design 5: by entry and field for every file of content, by line for any other text.
 *
 * <p>Ours is the side that is merged into, theirs the side that lands. Never fails: a file that one side made
 * unreadable is one conflict about the whole file.
 */
public final class StructuralMerge {
    private final ContentPaths paths;
    private final Collection<ModelDefinition> models;
    private final List<Resolution> resolutions;
    private final Set<Resolution> used = new HashSet<>();

    /** {@code models} are those of either side; they give the meaning of paths, and the values that are defaults. */
    public StructuralMerge(ContentPaths paths, Collection<ModelDefinition> models, List<Resolution> resolutions) {
        this.paths = paths;
        this.models = List.copyOf(models);
        this.resolutions = List.copyOf(resolutions);
    }

    /** The decisions that settled a clash. */
    public Set<Resolution> used() {
        return used;
    }

    /** Merges one file; null stands for a side that does not have it. */
    public MergedFile merge(String path, byte @Nullable [] base, byte @Nullable [] ours, byte @Nullable [] theirs) {
        if (Arrays.equals(ours, theirs) || Arrays.equals(base, theirs)) {
            return asIs(ours);
        }
        if (Arrays.equals(base, ours)) {
            return asIs(theirs);
        }
        ContentPath where = paths.locate(path, models);
        FileShape shape = FileShape.of(where);
        ClashResolver decisions = new ClashResolver(resolutions, used, FileShape.isMeta(where), entriesPath(where));
        return switch (shape) {
            case CONTEXT -> asIs(ours == null ? theirs : ours);
            case TEXT -> text(path, where, decisions, new FileVersions(base, ours, theirs));
            case DOCUMENT -> document(path, where, decisions, new FileVersions(base, ours, theirs));
            case ENTRIES, FLAT, DEEP, TERMS -> json(path, where, decisions, new FileVersions(base, ours, theirs));
        };
    }

    private record FileVersions(byte @Nullable [] base, byte @Nullable [] ours, byte @Nullable [] theirs) {}

    private MergedFile json(String path, ContentPath where, ClashResolver decisions, FileVersions sides) {
        FileShape shape = FileShape.of(where);
        boolean lost = sides.ours() == null || sides.theirs() == null;
        Optional<ObjectNode> base = members(where, path, sides.base());
        Optional<ObjectNode> ours = members(where, path, sides.ours());
        Optional<ObjectNode> theirs = members(where, path, sides.theirs());
        boolean whole = base.isEmpty() || ours.isEmpty() || theirs.isEmpty() || (lost && !shape.dissolves());
        if (whole) {
            return wholeFile(path, where, decisions, sides);
        }
        ObjectNode merged = new MemberMerge(path, where, shape, decisions).merge(base.get(), ours.get(), theirs.get());
        if (!decisions.open().isEmpty()) {
            return new MergedFile.Conflicted(decisions.open());
        }
        return lost && merged.isEmpty()
                ? new MergedFile.Removed()
                : new MergedFile.Content(CanonicalJson.bytes(merged));
    }

    private MergedFile document(String path, ContentPath where, ClashResolver decisions, FileVersions sides) {
        MarkdownFile none = new MarkdownFile(JsonNodeFactory.instance.objectNode(), "");
        Optional<MarkdownFile> base = sides.base() == null ? Optional.of(none) : markdown(path, sides.base());
        Optional<MarkdownFile> ours = markdown(path, sides.ours());
        Optional<MarkdownFile> theirs = markdown(path, sides.theirs());
        if (base.isEmpty() || ours.isEmpty() || theirs.isEmpty()) {
            return wholeFile(path, where, decisions, sides);
        }
        ObjectNode merged = new MemberMerge(path, where, FileShape.DOCUMENT, decisions)
                .merge(
                        base.get().frontmatter(),
                        ours.get().frontmatter(),
                        theirs.get().frontmatter());
        String body = body(path, where, decisions, List.of(base.get(), ours.get(), theirs.get()));
        return decisions.open().isEmpty()
                ? new MergedFile.Content(new MarkdownFile(merged, body).bytes())
                : new MergedFile.Conflicted(decisions.open());
    }

    private static String body(String path, ContentPath where, ClashResolver decisions, List<MarkdownFile> trio) {
        String base = trio.get(0).body();
        String ours = trio.get(1).body();
        String theirs = trio.get(2).body();
        if (ours.equals(theirs) || theirs.equals(base)) {
            return ours;
        }
        if (ours.equals(base)) {
            return theirs;
        }
        return LineMerge.merge(base, ours, theirs).orElseGet(() -> {
            ValueAddress place = FileShape.DOCUMENT.place(path, where, List.of("body"));
            JsonNode chosen = decisions.settle(new Conflict(place, node(base), node(ours), node(theirs)));
            return chosen == null ? "" : chosen.asString("");
        });
    }

    private static MergedFile text(String path, ContentPath where, ClashResolver decisions, FileVersions sides) {
        Optional<String> base = plainText(sides.base());
        Optional<String> ours = plainText(sides.ours());
        Optional<String> theirs = plainText(sides.theirs());
        if (base.isPresent() && ours.isPresent() && theirs.isPresent()) {
            Optional<String> merged = LineMerge.merge(base.get(), ours.get(), theirs.get());
            if (merged.isPresent()) {
                return new MergedFile.Content(merged.get().getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        return wholeFile(path, where, decisions, sides);
    }

    private static MergedFile wholeFile(String path, ContentPath where, ClashResolver decisions, FileVersions sides) {
        ValueAddress place = FileShape.of(where).place(path, where, List.of());
        Conflict clash = new Conflict(place, node(sides.base()), node(sides.ours()), node(sides.theirs()));
        JsonNode chosen = decisions.settle(clash);
        if (!decisions.open().isEmpty()) {
            return new MergedFile.Conflicted(decisions.open());
        }
        if (chosen == null || chosen.isNull()) {
            return new MergedFile.Removed();
        }
        if (chosen == clash.ours()) {
            return asIs(sides.ours());
        }
        if (chosen == clash.theirs()) {
            return asIs(sides.theirs());
        }
        return new MergedFile.Content(
                chosen.isString()
                        ? chosen.stringValue().getBytes(StandardCharsets.UTF_8)
                        : CanonicalJson.bytes(chosen));
    }

    private Optional<ObjectNode> members(ContentPath where, String path, byte @Nullable [] bytes) {
        if (bytes == null) {
            return Optional.of(JsonNodeFactory.instance.objectNode());
        }
        return switch (ContentFile.read(where, path, bytes)) {
            case ContentFile.Json(ObjectNode members) ->
                Optional.of(
                        where instanceof ContentPath.Entries entries
                                ? CanonicalJson.withoutDefaults(entries.model(), members)
                                : members);
            case ContentFile.Markdown markdown -> Optional.empty();
            case ContentFile.Unreadable unreadable -> Optional.empty();
        };
    }

    private static Optional<MarkdownFile> markdown(String path, byte @Nullable [] bytes) {
        return bytes != null && MarkdownFile.parse(path, bytes) instanceof ContentFile.Markdown(MarkdownFile file)
                ? Optional.of(file)
                : Optional.empty();
    }

    private String entriesPath(ContentPath where) {
        return switch (where) {
            case ContentPath.Meta meta -> paths.entries(meta.model(), meta.locale());
            case ContentPath.DocumentMeta meta -> paths.document(meta.model(), meta.slug(), meta.locale());
            case ContentPath.Entries at -> "";
            case ContentPath.Document at -> "";
            case ContentPath.Model at -> "";
            case ContentPath.Config at -> "";
            case ContentPath.Vocabulary at -> "";
            case ContentPath.Context at -> "";
            case ContentPath.Elsewhere at -> "";
        };
    }

    private static MergedFile asIs(byte @Nullable [] bytes) {
        return bytes == null ? new MergedFile.Removed() : new MergedFile.Content(bytes);
    }

    /**
     * The text of a file with one character for each byte, so that lines of any encoding survive; empty for a binary or
     * missing file.
     */
    private static Optional<String> plainText(byte @Nullable [] bytes) {
        if (bytes == null) {
            return Optional.empty();
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.indexOf('\0') < 0 ? Optional.of(text) : Optional.empty();
    }

    private static @Nullable JsonNode node(byte @Nullable [] bytes) {
        return bytes == null ? null : node(new String(bytes, StandardCharsets.UTF_8));
    }

    private static JsonNode node(String text) {
        return JsonNodeFactory.instance.stringNode(text);
    }
}
