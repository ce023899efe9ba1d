package cms.review.files;

import cms.format.ContentPath;
import cms.format.ContentPaths;
import cms.format.EntryMeta;
import cms.format.ModelDefinition;
import cms.format.merge.Conflict;
import cms.format.merge.MergedFile;
import cms.format.merge.Resolution;
import cms.format.merge.StructuralMerge;
import cms.git.ChangeSet;
import cms.git.FileMerger;
import cms.git.MergeResult;
import cms.git.Tree;
import cms.git.Writing;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Merges files of content by entry and field; it reads models only when a file really changed on both sides. */
public final class ContentMerger implements FileMerger {
    private static final String CONFLICT = "content.conflict";
    static final String INVALID = "content.invalid";

    private final ContentPaths paths;
    private final ModelFiles files;
    private final ContentMerge.Clashes clashes;
    private final Tree ours;
    private final Tree theirs;
    private final List<Resolution> resolutions;
    private final Set<Resolution> sided = new HashSet<>();
    private @Nullable StructuralMerge structural;

    /**
     * @param files reads the models of both sides
     * @param clashes counts the values that clash
     */
    ContentMerger(
            ContentPaths paths,
            ModelFiles files,
            ContentMerge.Clashes clashes,
            Tree ours,
            Tree theirs,
            List<Resolution> resolutions) {
        this.paths = paths;
        this.files = files;
        this.clashes = clashes;
        this.ours = ours;
        this.theirs = theirs;
        this.resolutions = List.copyOf(resolutions);
    }

    @Override
    public Outcome merge(String path, byte @Nullable [] base, byte @Nullable [] mine, byte @Nullable [] other) {
        return switch (structural().merge(path, base, mine, other)) {
            case MergedFile.Content content -> new Content(content.bytes());
            case MergedFile.Removed removed -> new Removal();
            case MergedFile.Conflicted conflicted -> {
                conflicted.conflicts().forEach(clashes::add);
                yield new Clash(conflicted.conflicts());
            }
        };
    }

    /** A person's decision about a whole file. */
    @Override
    public Optional<Side> side(String path) {
        for (Resolution resolution : resolutions) {
            boolean whole = resolution.path().equals(path) && resolution.entry() == null && resolution.field() == null;
            if (whole && !resolution.isOwnValue()) {
                sided.add(resolution);
                return Optional.of(resolution.take() instanceof Resolution.Ours ? Side.OURS : Side.THEIRS);
            }
        }
        return Optional.empty();
    }

    private StructuralMerge structural() {
        if (structural == null) {
            structural = new StructuralMerge(paths, files.models(theirs, ours), resolutions);
        }
        return structural;
    }

    /**
     * A result of this merger, completed by the effects of decisions about whole entries on files that did not clash.
     *
     * @param used decisions that were about something else than a file
     */
    MergeResult completed(Writing writing, MergeResult result, Set<Resolution> used) {
        return switch (result) {
            case MergeResult.Conflicted conflicted -> conflicted;
            case MergeResult.Merged(Tree merged) -> {
                yield new MergeResult.Merged(resolutions.isEmpty() ? merged : completed(writing, merged, used));
            }
        };
    }

    private Tree completed(Writing writing, Tree merged, Set<Resolution> used) {
        Collection<ModelDefinition> models = files.models(theirs, ours);
        resolutions.forEach(resolution -> requireMeta(resolution, paths.locate(resolution.path(), models)));
        WholeEntries entries = new WholeEntries(paths, models, ours, theirs, merged);
        Set<Resolution> known = new HashSet<>(used);
        known.addAll(structural().used());
        known.addAll(sided);
        entries.requireSense(resolutions, known);
        resolutions.forEach(entries::requireSchedule);
        ChangeSet rest = entries.completed(resolutions);
        return rest.isEmpty() ? merged : writing.apply(merged, rest);
    }

    /** Refuses a person's own value in meta that a write of meta would not take (spec 2.8). */
    private static void requireMeta(Resolution resolution, ContentPath where) {
        boolean meta = where instanceof ContentPath.Meta || where instanceof ContentPath.DocumentMeta;
        if (!meta || !(resolution.take() instanceof Resolution.Value(JsonNode value))) {
            return;
        }
        String field = resolution.field();
        JsonNode members = field == null ? value : Json.object().set(field, value);
        boolean removed = members.isNull();
        if (!removed && !(members.isObject() && EntryMeta.of(members).isReadable())) {
            throw Failure.unprocessable(
                            "A decision gives the meta of an entry a value that it cannot have: `status` is draft,"
                                    + " in_review, published, rejected or archived, `publish_at` and `expire_at` are ISO"
                                    + " 8601 dates and times.")
                    .withCode(INVALID);
        }
    }

    /**
     * Values that clash, as an answer shows them: 409 with the code {@code content.conflict} (design 5). Names that
     * clash are 409 alone: no decision about values helps there.
     */
    public static Failure failure(MergeResult.Conflicted conflicted) {
        for (MergeResult.ConflictedPath conflict : conflicted.conflicts()) {
            for (Object detail : conflict.details()) {
                if (detail instanceof MergeResult.Alike(String path, String sibling)) {
                    return Failure.conflict("\"" + path + "\" would differ from \"" + sibling
                            + "\" in capitals alone, and Windows and macOS keep only one of the two. Give its model another"
                            + " domain or content_path, or its entry another slug, and repeat this.");
                }
            }
        }
        return Failure.conflict("The change and what has landed since it was made set the same values differently;"
                        + " decide about the values listed in `data.conflicts`.")
                .withCode(CONFLICT)
                .withData(Map.of("conflicts", values(conflicted)));
    }

    /** The values that clash, as answers show them. */
    public static List<ObjectNode> values(MergeResult.Conflicted conflicted) {
        return values(conflicted.conflicts());
    }

    /** These conflicts, as answers show them. */
    public static List<ObjectNode> values(List<MergeResult.ConflictedPath> conflicts) {
        List<ObjectNode> list = new ArrayList<>();
        for (MergeResult.ConflictedPath conflict : conflicts) {
            boolean named = false;
            for (Object detail : conflict.details()) {
                if (detail instanceof Conflict value) {
                    list.add(value.json());
                    named = true;
                }
            }
            if (!named) {
                list.add(wholeFile(conflict.path()));
            }
        }
        return list;
    }

    private static ObjectNode wholeFile(String path) {
        return Json.object()
                .put("path", path)
                .putNull("model")
                .putNull("locale")
                .putNull("entry")
                .putNull("field")
                .putNull("base")
                .putNull("ours")
                .putNull("theirs");
    }
}
