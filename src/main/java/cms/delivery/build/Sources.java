package cms.delivery.build;

import cms.format.ContentFile;
import cms.format.ContentPath;
import cms.format.ContentPaths;
import cms.format.EntryMeta;
import cms.format.FormatLimits;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.git.BlobId;
import cms.git.Tree;
import cms.platform.json.ValueBudget;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads the files of one tree for a build and notes those that cannot be read. */
final class Sources {
    private static final long FILE_BYTES_MAX = 64L << 20;

    private final BuildInput input;
    private final List<FileError> errors;
    private final @Nullable Map<String, BlobId> listed;

    Sources(BuildInput input, List<FileError> errors) {
        this(input, errors, null);
    }

    private Sources(BuildInput input, List<FileError> errors, @Nullable Map<String, BlobId> listed) {
        this.input = input;
        this.errors = errors;
        this.listed = listed;
    }

    /**
     * The parameters that all files of a build share. One noun because each file is made from all of them.
     *
     * @param drafts whether everything counts as published, whatever its meta
     * @param room takes the delivered files
     * @param renderings renderings of equal files by earlier builds
     * @param metas of documents by blob, as most are equal
     */
    record BuildInput(
            Tree tree,
            ContentPaths paths,
            String defaultLocale,
            boolean drafts,
            Site.Room room,
            Renderings.Of renderings,
            Map<String, EntryMeta> metas) {
        private static final int METAS_MAX = 1_000;

        void remember(BlobId blob, EntryMeta meta) {
            if (metas.size() < METAS_MAX) {
                metas.put(blob.sha(), meta);
            }
        }
    }

    /** The same tree, with errors noted elsewhere. */
    Sources notingIn(List<FileError> others) {
        return new Sources(input, others, listed);
    }

    /** A view of these files of the tree, and of those directly in these folders: each folder is parsed once. */
    Sources listing(Tree.Entry... ofDocument) {
        Map<String, BlobId> files = new HashMap<>();
        for (Tree.Entry entry : ofDocument) {
            List<Tree.Entry> found =
                    entry.kind() == Tree.Kind.FOLDER ? input.tree().entries(entry) : List.of(entry);
            found.stream().filter(Tree.Entry::isFile).forEach(file -> files.put(file.path(), file.blob()));
        }
        return new Sources(input, errors, files);
    }

    /** The blob of a file; in a listing only of the listed files. */
    Optional<BlobId> blob(String path) {
        return listed == null ? input.tree().blob(path) : Optional.ofNullable(listed.get(path));
    }

    /** Collects the next instant at which an entry of these files appears or disappears; with drafts there is none. */
    Until until(Instant now) {
        return new Until(now, input.drafts());
    }

    Tree tree() {
        return input.tree();
    }

    ContentPaths paths() {
        return input.paths();
    }

    String defaultLocale() {
        return input.defaultLocale();
    }

    /** A delivered file that was made from these sources. */
    Artefact artefact(String path, DeliveredBytes body) {
        return new Artefact(path, input.room().keep(path, body));
    }

    /** Charges what is taken over of an earlier build, and items of an index. */
    Site.Room room() {
        return input.room();
    }

    /** Results of earlier builds of files of this repository. */
    Renderings.Of renderings() {
        return input.renderings();
    }

    /** The root object of a JSON file; empty when it is missing or cannot be read. */
    Optional<ObjectNode> json(String path) {
        return tree().read(path, FILE_BYTES_MAX).flatMap(bytes -> members(ContentFile.json(path, bytes)));
    }

    /** The root object of a JSON file by its blob. */
    Optional<ObjectNode> json(String path, BlobId blob) {
        return members(ContentFile.json(path, tree().read(blob, FILE_BYTES_MAX)));
    }

    /**
     * The root object of a model's file.
     *
     * @param budget charged while it is parsed
     * @param room most bytes of the heap that it may take beside the models before it
     */
    Optional<ObjectNode> model(String path, byte[] bytes, ValueBudget budget, long room) {
        ContentFile file = ContentFile.read(new ContentPath.Elsewhere(), path, bytes, budget);
        if (budget.bytes() > room) {
            noteNoRoom(path);
            return Optional.empty();
        }
        return members(file);
    }

    /** Notes that a model is not delivered for want of room beside the models before it. */
    void noteNoRoom(String path) {
        note(path, "the models of this project take too much memory together; shorten this one or others.");
    }

    /** Whether the entries of a model in a locale, or their meta, are a file that is large on any machine. */
    boolean isLarge(ModelDefinition model, String locale) {
        return Stream.concat(
                        Stream.of(paths().entries(model, locale)),
                        metaPaths(model, paths().meta(model, locale)).stream())
                .flatMap(path -> blob(path).stream())
                .anyMatch(blob -> tree().size(blob) > FormatLimits.LARGE_FILE_BYTES);
    }

    /** The bytes of a blob; they may not be changed. */
    byte[] bytes(BlobId blob) {
        return tree().readOnce(blob, FILE_BYTES_MAX);
    }

    /** The entries of a collection by the bytes of its file. */
    Optional<ObjectNode> collection(String path, byte[] bytes) {
        return members(ContentFile.collection(path, bytes));
    }

    Optional<MarkdownFile> document(String path, BlobId blob) {
        return switch (MarkdownFile.parse(path, tree().readOnce(blob, FILE_BYTES_MAX))) {
            case ContentFile.Markdown(MarkdownFile file) -> Optional.of(file);
            case ContentFile.Json json -> Optional.empty();
            case ContentFile.Unreadable unreadable -> {
                note(unreadable);
                yield Optional.empty();
            }
        };
    }

    /**
     * Meta of an entries file, an empty object when there is none; empty when it cannot be read. Of a file that was
     * read before only the members that differ are parsed. The result may not be changed.
     */
    Optional<ObjectNode> meta(ModelDefinition model, String locale) {
        return metaFile(metaPaths(model, paths().meta(model, locale)), this::parsed);
    }

    private Optional<ObjectNode> parsed(String path, BlobId blob) {
        MemberSpans.Parsed before = renderings().meta(path);
        if (before != null && before.blob().equals(blob)) {
            return Optional.of(before.members());
        }
        byte[] text = bytes(blob);
        MemberSpans.Parsed next = before == null ? null : before.next(blob, text);
        if (next != null) {
            renderings().keep(path, next);
            return Optional.of(next.members());
        }
        Optional<ObjectNode> members = members(ContentFile.json(path, text));
        MemberSpans.Parsed whole = members.isEmpty() ? null : MemberSpans.Parsed.of(blob, text, members.get());
        if (whole != null) {
            renderings().keep(path, whole);
        }
        return members;
    }

    /** Meta of a document, empty meta when there is none; empty when it cannot be read. */
    Optional<EntryMeta> documentMeta(ModelDefinition model, String slug, String locale) {
        List<String> paths = metaPaths(model, paths().documentMeta(model, slug, locale));
        Optional<BlobId> stated = paths.size() == 1 ? blob(paths.getFirst()) : Optional.empty();
        EntryMeta known = stated.map(blob -> input.metas().get(blob.sha())).orElse(null);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<EntryMeta> read = metaFile(paths, this::json).map(EntryMeta::of);
        stated.ifPresent(blob -> read.ifPresent(meta -> input.remember(blob, meta)));
        return read;
    }

    /** The paths of the files that may hold the meta for which {@code proper} is the path; none where there is none. */
    private List<String> metaPaths(ModelDefinition model, String proper) {
        if (blob(proper).isPresent()) {
            return List.of(proper);
        }
        String folder = proper.substring(0, proper.lastIndexOf('/') + 1);
        return model.i18n()
                ? List.of()
                : ContentPaths.metaNames(namesIn(folder), defaultLocale()).stream()
                        .map(folder::concat)
                        .toList();
    }

    private Set<String> namesIn(String folder) {
        Set<String> names = new TreeSet<>();
        if (listed == null) {
            tree().entries(folder.substring(0, folder.length() - 1)).stream()
                    .filter(Tree.Entry::isFile)
                    .forEach(file -> names.add(file.name()));
        } else {
            listed.keySet().stream()
                    .filter(path -> path.startsWith(folder))
                    .forEach(path -> names.add(path.substring(folder.length())));
        }
        return names;
    }

    private interface Reading {
        Optional<ObjectNode> read(String path, BlobId blob);
    }

    private Optional<ObjectNode> metaFile(List<String> paths, Reading reading) {
        if (paths.isEmpty()) {
            return Optional.of(JsonNodeFactory.instance.objectNode());
        }
        String path = paths.getFirst();
        if (paths.size() == 1) {
            return blob(path).flatMap(blob -> reading.read(path, blob));
        }
        String folder = path.substring(0, path.lastIndexOf('/') + 1);
        List<String> names =
                paths.stream().map(one -> one.substring(folder.length())).toList();
        return members(ContentPaths.unclearMeta(folder + ContentPaths.DATA + ".json", names));
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
        note(unreadable.path(), unreadable.message() + where);
    }

    /** Notes a file of the repository that is not delivered, and why. */
    void note(String path, String message) {
        errors.add(new FileError(path, message));
    }
}
