package cms.review.files;

import cms.format.CanonicalJson;
import cms.format.ContentFile;
import cms.format.ContentPath;
import cms.format.ContentPaths;
import cms.format.EntryMeta;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.format.merge.Resolution;
import cms.git.ChangeSet;
import cms.git.Tree;
import cms.platform.failure.Failure;
import cms.platform.heap.HeapShare;
import cms.platform.json.Json;
import cms.platform.json.ValueBudget;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Completes decisions about whole entries in the other of their two files: an entry and its meta are kept or removed
 * together, although only one of them clashed. An entry without meta would be delivered, whatever its status was.
 */
final class WholeEntries {
    private static final long FILE_BYTES_MAX = 64L * 1024 * 1024;

    /** The content file and the meta file of an entry; {@code entry} is null when they hold no other entry. */
    private record Pair(
            String content, String meta, @Nullable String entry) {}

    private final ContentPaths paths;
    private final Collection<ModelDefinition> models;
    private final Tree ours;
    private final Tree theirs;
    private final Tree merged;
    private final Map<Tree, Map<String, Optional<ObjectNode>>> read = new HashMap<>();
    private final Set<String> touched = new HashSet<>();
    private long left = HeapShare.ANSWER.bytes();
    private final ChangeSet.Builder files = ChangeSet.builder();

    WholeEntries(ContentPaths paths, Collection<ModelDefinition> models, Tree ours, Tree theirs, Tree merged) {
        this.paths = paths;
        this.models = models;
        this.ours = ours;
        this.theirs = theirs;
        this.merged = merged;
    }

    /**
     * Refuses decisions that contradict each other, one about an entry's content and one about its meta, and decisions
     * about places where nothing clashes, as their sender would believe that they were carried out.
     */
    void requireSense(List<Resolution> resolutions, Set<Resolution> used) {
        Map<Pair, Resolution> decided = new HashMap<>();
        for (Resolution resolution : resolutions) {
            Optional<Pair> pair = resolution.field() == null ? pair(resolution) : Optional.empty();
            Resolution other =
                    pair.map(found -> decided.putIfAbsent(found, resolution)).orElse(null);
            if (other != null && differ(other.take(), resolution.take())) {
                throw Failure.unprocessable("The decisions about " + other.place() + " and about " + resolution.place()
                        + " differ, and both are about one entry; send the same for both, or one of them.");
            }
        }
        Set<Pair> settled = new HashSet<>();
        used.stream()
                .filter(known -> known.field() == null)
                .forEach(known -> pair(known).ifPresent(settled::add));
        for (Resolution resolution : resolutions) {
            boolean beside = resolution.field() == null
                    && pair(resolution).filter(settled::contains).isPresent();
            if (!used.contains(resolution) && !beside) {
                throw Failure.unprocessable(
                        "Nothing clashes at " + resolution.place()
                                + ", so there is nothing to decide; take it out of `resolutions` and look at the change again.");
            }
        }
    }

    /** Refuses decisions about the two ends of a schedule, made one by one, by which it would end before it begins. */
    void requireSchedule(Resolution resolution) {
        ContentPath where = paths.locate(resolution.path(), models);
        boolean ofMany = where instanceof ContentPath.Meta(ModelDefinition model, String locale)
                && model.kind() == ModelKind.COLLECTION;
        if (!ofMany && !(where instanceof ContentPath.Meta) && !(where instanceof ContentPath.DocumentMeta)) {
            return;
        }
        boolean backwards = members(merged, resolution.path())
                .map(all -> ofMany ? EntryMeta.of(all.get(resolution.entry())) : new EntryMeta(all))
                .filter(EntryMeta::endsBeforeItBegins)
                .isPresent();
        if (backwards) {
            throw Failure.unprocessable("By these decisions the entry ends before it begins: `expire_at` must be after "
                            + "`publish_at`.")
                    .withCode(ContentMerger.INVALID);
        }
    }

    private static boolean differ(Resolution.Take one, Resolution.Take other) {
        boolean sides = !(one instanceof Resolution.Value) && !(other instanceof Resolution.Value);
        return sides && !one.equals(other);
    }

    /** The files to write over the merged ones. */
    ChangeSet completed(List<Resolution> resolutions) {
        for (Resolution resolution : resolutions) {
            if (resolution.field() == null) {
                pair(resolution).ifPresent(pair -> complete(pair, resolution));
            }
        }
        touched.forEach(path -> members(merged, path).ifPresent(all -> files.give(path, CanonicalJson.bytes(all))));
        return files.build();
    }

    private Optional<Pair> pair(Resolution resolution) {
        String entry = resolution.entry();
        return switch (paths.locate(resolution.path(), models)) {
            case ContentPath.Entries(ModelDefinition model, String locale) -> entries(model, locale, entry);
            case ContentPath.Meta(ModelDefinition model, String locale) -> entries(model, locale, entry);
            case ContentPath.Document(ModelDefinition model, String slug, String locale) ->
                document(model, slug, locale);
            case ContentPath.DocumentMeta(ModelDefinition model, String slug, String locale) ->
                document(model, slug, locale);
            case ContentPath.Config config -> Optional.empty();
            case ContentPath.Vocabulary terms -> Optional.empty();
            case ContentPath.Context context -> Optional.empty();
            case ContentPath.Model model -> Optional.empty();
            case ContentPath.Elsewhere elsewhere -> Optional.empty();
        };
    }

    private Optional<Pair> entries(ModelDefinition model, String locale, @Nullable String entry) {
        return entry == null || model.kind() != ModelKind.COLLECTION
                ? Optional.empty()
                : Optional.of(new Pair(paths.entries(model, locale), paths.meta(model, locale), entry));
    }

    private Optional<Pair> document(ModelDefinition model, String slug, String locale) {
        return Optional.of(
                new Pair(paths.document(model, slug, locale), paths.documentMeta(model, slug, locale), null));
    }

    private void complete(Pair pair, Resolution resolution) {
        boolean content = has(pair.content(), pair.entry());
        boolean meta = has(pair.meta(), pair.entry());
        if (content == meta) {
            return;
        }
        boolean aboutMeta = resolution.path().equals(pair.meta());
        if (content) {
            copy(pair.meta(), pair.entry(), resolution.take());
        } else if (!aboutMeta || !copy(pair.content(), pair.entry(), resolution.take())) {
            remove(pair.meta(), pair.entry());
        }
    }

    /** Copies an entry of a file from the chosen side, or from the other where the chosen one has none. */
    private boolean copy(String path, @Nullable String entry, Resolution.Take take) {
        List<Tree> sides = take instanceof Resolution.Theirs ? List.of(theirs, ours) : List.of(ours, theirs);
        return sides.stream().anyMatch(side -> entry == null ? copyFile(path, side) : copyEntry(path, entry, side));
    }

    private boolean copyFile(String path, Tree side) {
        Optional<Tree.Entry> file = side.file(path);
        file.ifPresent(files::reuse);
        return file.isPresent();
    }

    /** A merged file that cannot be read is left as it is. */
    private boolean copyEntry(String path, String entry, Tree side) {
        JsonNode value = members(side, path).map(all -> all.get(entry)).orElse(null);
        Optional<ObjectNode> target = members(merged, path);
        if (value == null || target.isEmpty()) {
            return false;
        }
        target.get().set(entry, value);
        touched.add(path);
        return true;
    }

    private void remove(String path, @Nullable String entry) {
        if (entry == null) {
            files.remove(path);
        } else {
            members(merged, path).ifPresent(all -> {
                all.remove(entry);
                touched.add(path);
            });
        }
    }

    private boolean has(String path, @Nullable String entry) {
        return entry == null
                ? merged.blob(path).isPresent()
                : members(merged, path).filter(all -> all.hasNonNull(entry)).isPresent();
    }

    /** The entries of a file, none when it is missing; empty when it cannot be read. */
    private Optional<ObjectNode> members(Tree tree, String path) {
        return read.computeIfAbsent(tree, _ -> new HashMap<>()).computeIfAbsent(path, _ -> {
            Optional<byte[]> bytes = tree.read(path, FILE_BYTES_MAX);
            if (bytes.isEmpty()) {
                return Optional.of(Json.object());
            }
            ValueBudget budget = ContentFile.budget();
            ContentFile file = ContentFile.read(paths.locate(path, models), path, bytes.get(), budget);
            requireRoom(budget.bytes());
            return ContentFile.members(Optional.of(file));
        });
    }

    private void requireRoom(long bytes) {
        left -= bytes;
        if (left < 0) {
            throw Failure.unprocessable(
                            ("The files of these decisions take more than %,d MB of memory together. Merge the two"
                                            + " branches with Git, and push the result; until then everything stays as it is.")
                                    .formatted(Math.max(1, HeapShare.ANSWER.bytes() >> 20)))
                    .withCode(TreeModels.TOO_MANY_VALUES);
        }
    }
}
