package cms.content.schema;

import cms.access.Author;
import cms.content.api.ModelReport;
import cms.content.check.BreakingChanges;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.Snapshot;
import cms.format.ContentPaths;
import cms.format.FolderClashes;
import cms.format.ModelDefinition;
import cms.git.ChangeSet;
import cms.git.Tree;
import cms.platform.failure.Failure;
import cms.project.AllowedModels;
import cms.review.submit.Draft;
import cms.review.submit.Operation;
import java.util.List;

/** Removes a model with its content and meta; refused while another one points into it. */
final class ModelDelete {
    private static final String TOOL = "delete_model";

    private final String modelId;
    private final Author author;
    private final AllowedModels seen;

    /** @param seen the models that the caller sees, so that a refusal names no others */
    ModelDelete(String modelId, Author author, AllowedModels seen) {
        this.modelId = modelId;
        this.seen = seen;
        this.author = author;
    }

    Draft<ModelReport> over(Snapshot snapshot, Tree files) {
        ModelContent stored = snapshot.find(modelId)
                .orElseThrow(() -> Failure.notFound("There is no model " + modelId + " in this project."));
        Relations.requireNone(snapshot, modelId, seen, "A model is not deleted while others point into it.");
        if (!stored.unreadable().isEmpty()) {
            throw Failure.unprocessable("Content of this model cannot be read; repair or remove "
                    + stored.unreadable().getFirst().path() + " first.");
        }
        requireOwnFiles(snapshot, modelId);
        ModelDefinition model = stored.model();
        ContentPaths paths = snapshot.paths();
        ChangeSet.Builder changes = ChangeSet.builder().remove(paths.model(modelId));
        stored.locales().forEach((locale, content) -> {
            content.values().ifPresent(values -> changes.remove(paths.entries(model, locale)));
            content.documents().keySet().forEach(slug -> changes.remove(paths.document(model, slug, locale)));
        });
        String meta = paths.metaFolder(model);
        files.walk(meta.substring(0, meta.length() - 1), file -> {
            if (file.isFile() && paths.locate(file.path(), model) != null) {
                changes.remove(file.path());
            }
        });
        ModelReport report = new ModelReport(List.of(), BreakingChanges.between(model, null, stored.entries()));
        Operation operation = new Operation(Operation.Kind.MODEL, author.toolOr(TOOL), modelId, "", List.of());
        return new Draft.Write<>(changes.build(), "cms: delete model " + modelId, operation, report);
    }

    /**
     * Fails with CONFLICT where a push gave two models the same files: those of the other would go, or move, as well.
     */
    static void requireOwnFiles(Snapshot snapshot, String modelId) {
        new FolderClashes(snapshot.models()).with(modelId).ifPresent(other -> {
            throw Failure.conflict("The files of this model are those of the model " + other
                    + " too; change content_path in the repository first.");
        });
    }
}
