package cms.delivery.build;

import cms.format.ContentFile;
import cms.format.ContentPaths;
import cms.format.EntryMeta;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.git.BlobId;
import cms.git.Tree;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads the files of one tree for a build and notes those that cannot be read. */
final class Sources {
    private static final long FILE_BYTES_MAX = 64L << 20;

    private final Tree tree;
    private final ContentPaths paths;
    private final String defaultLocale;
    private final List<FileTrouble> troubles;

    Sources(Tree tree, ContentPaths paths, String defaultLocale, List<FileTrouble> troubles) {
        this.tree = tree;
        this.paths = paths;
        this.defaultLocale = defaultLocale;
        this.troubles = troubles;
    }

    /** The same tree, with troubles noted elsewhere. */
    Sources notingIn(List<FileTrouble> others) {
        return new Sources(tree, paths, defaultLocale, others);
    }

    Tree tree() {
        return tree;
    }

    ContentPaths paths() {
        return paths;
    }

    String defaultLocale() {
        return defaultLocale;
    }

    /** The root object of a JSON file; empty when it is missing or in trouble. */
    Optional<ObjectNode> json(String path) {
        return tree.read(path, FILE_BYTES_MAX).flatMap(bytes -> members(ContentFile.json(path, bytes)));
    }

    /** The root object of a JSON file by its blob. */
    Optional<ObjectNode> json(String path, BlobId blob) {
        return members(ContentFile.json(path, tree.read(blob, FILE_BYTES_MAX)));
    }

    Optional<ObjectNode> collection(String path, BlobId blob) {
        return members(ContentFile.collection(path, tree.read(blob, FILE_BYTES_MAX)));
    }

    Optional<MarkdownFile> document(String path, BlobId blob) {
        return switch (MarkdownFile.parse(path, tree.read(blob, FILE_BYTES_MAX))) {
            case ContentFile.Markdown(MarkdownFile file) -> Optional.of(file);
            case ContentFile.Json json -> Optional.empty();
            case ContentFile.Unreadable unreadable -> {
                note(unreadable);
                yield Optional.empty();
            }
        };
    }

    /** Meta of an entries file, an empty object when there is none; empty when it is in trouble. */
    Optional<ObjectNode> meta(ModelDefinition model, String locale) {
        return metaFile(paths.meta(model, locale), paths.metaFallback(model, defaultLocale));
    }

    /** Meta of a document, empty meta when there is none; empty when it is in trouble. */
    Optional<EntryMeta> documentMeta(ModelDefinition model, String slug, String locale) {
        return metaFile(
                        paths.documentMeta(model, slug, locale),
                        paths.documentMetaFallback(model, slug, defaultLocale))
                .map(EntryMeta::of);
    }

    private Optional<ObjectNode> metaFile(String path, Optional<String> fallback) {
        Optional<BlobId> proper = tree.blob(path);
        if (proper.isPresent()) {
            return json(path, proper.get());
        }
        Optional<BlobId> older = fallback.flatMap(tree::blob);
        return older.isPresent()
                ? json(fallback.orElseThrow(), older.get())
                : Optional.of(JsonNodeFactory.instance.objectNode());
    }

    private Optional<ObjectNode> members(ContentFile file) {
        return switch (file) {
            case ContentFile.Json(ObjectNode members) -> Optional.of(members);
            case ContentFile.Markdown markdown -> Optional.empty();
            case ContentFile.Unreadable unreadable -> {
                note(unreadable);
                yield Optional.empty();
            }
        };
    }

    private void note(ContentFile.Unreadable unreadable) {
        String where = unreadable.line() > 0 ? " (line " + unreadable.line() + ")" : "";
        troubles.add(new FileTrouble(unreadable.path(), unreadable.sentence() + where));
    }
}
