package cms.content.schema;

import cms.access.Author;
import cms.content.api.ModelReport;
import cms.content.check.BreakingChanges;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.Snapshot;
import cms.format.ContentPaths;
import cms.format.FolderClashes;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.git.ChangeSet;
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

    Draft<ModelReport> over(Snapshot snapshot) {
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
            if (model.kind() == ModelKind.DOCUMENT) {
                content.meta().propertyNames().forEach(slug -> changes.remove(paths.documentMeta(model, slug, locale)));
            } else {
                changes.remove(paths.meta(model, locale));
            }
        });
        ModelReport report = new ModelReport(List.of(), BreakingChanges.between(model, null, stored.entries()));
        Operation operation = new Operation(Operation.Kind.MODEL, author.toolOr(TOOL), modelId, "", List.of());
        return new Draft.Write<>(changes.build(), "cms: delete model " + modelId, operation, report);
    }

    /**
     * Fails with CONFLICT where a push has given two models the same files, because removing or moving those of one
     * would take the content of the other.
     */
    static void requireOwnFiles(Snapshot snapshot, String modelId) {
        new FolderClashes(snapshot.models()).with(modelId).ifPresent(other -> {
            throw Failure.conflict("The files of this model are those of the model " + other
                    + " too; change content_path in the repository first.");
        });
    }
}
