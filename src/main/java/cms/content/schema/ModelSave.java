package cms.content.schema;

import cms.access.Author;
import cms.content.api.Finding;
import cms.content.api.HealthItem;
import cms.content.api.ModelReport;
import cms.content.api.ModelRequest;
import cms.content.check.BreakingChanges;
import cms.content.check.ModelCheck;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.Snapshot;
import cms.format.CanonicalJson;
import cms.format.FolderClashes;
import cms.format.ModelDefinition;
import cms.git.ChangeSet;
import cms.git.Tree;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.review.submit.Draft;
import cms.review.submit.Operation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a model's definition, strictly checked; rewrites and moves its content when names of fields or locations of
 * files change.
 */
final class ModelSave {
    private static final String TOOL = "save_model";

    private final ModelRequest request;
    private final Author author;

    ModelSave(ModelRequest request, Author author) {
        this.request = request;
        this.author = author;
    }

    Draft<ModelReport> over(Snapshot snapshot, Tree files) {
        ModelContent stored = snapshot.find(request.modelId()).orElse(null);
        refuseImpossible(snapshot, stored);
        RelationRename relations = request.renames() && stored != null
                ? new RelationRename(request.modelId(), request.newId())
                : RelationRename.none();
        ObjectNode members = relations.definition(request.definition());
        if (stored != null && renamed(stored).raw().get("form") instanceof ObjectNode form) {
            members.set("form", form);
        }
        ModelDefinition model = ModelDefinition.parse(request.newId(), members);
        List<Finding> findings = findings(snapshot, model);
        List<HealthItem> breaking = stored == null ? List.of() : breaking(stored, model);
        ModelReport report = new ModelReport(findings, breaking);
        if (!Finding.valid(findings)) {
            return new Draft.Refusal<>(report);
        }
        ChangeSet.Builder changes = ChangeSet.builder();
        if (stored != null) {
            changes.remove(snapshot.paths().model(request.modelId()));
            new Migration(files, snapshot.paths(), stored, model, request.renamedFields(), relations).into(changes);
        }
        changes.put(snapshot.paths().model(model.id()), CanonicalJson.bytes(members));
        requireFree(snapshot, files, changes.build());
        relations.into(snapshot, changes);
        Operation operation = new Operation(Operation.Kind.MODEL, author.toolOr(TOOL), model.id(), "", List.of());
        return new Draft.Write<>(changes.build(), "cms: save model " + model.id(), operation, report);
    }

    private void refuseImpossible(Snapshot snapshot, @Nullable ModelContent stored) {
        if (snapshot.unreadable(snapshot.paths().model(request.modelId())).isPresent()) {
            throw Failure.unprocessable("The stored file of this model cannot be read and is not overwritten.");
        }
        if (request.isNew() && stored != null) {
            throw Failure.of(
                    FailureKind.PRECONDITION_FAILED,
                    "There is a model " + request.modelId() + " already; somebody may have made it meanwhile.");
        }
        boolean moves = request.renames() || !request.renamedFields().isEmpty();
        if (stored == null) {
            if (moves) {
                throw Failure.notFound("There is no model " + request.modelId() + " to rename anything of.");
            }
            return;
        }
        if (!stored.unreadable().isEmpty()) {
            throw Failure.unprocessable("Content of this model cannot be read; repair "
                    + stored.unreadable().getFirst().path() + " first.");
        }
        if (request.renames() && snapshot.find(request.newId()).isPresent()) {
            throw Failure.conflict("There is a model " + request.newId() + " already.");
        }
        ModelDelete.requireOwnFiles(snapshot, request.modelId());
        refuseLossyNames(stored);
    }

    /**
     * Fails with UNPROCESSABLE where a field would be renamed to a name that is taken, because every entry would lose
     * one of the two values.
     */
    private void refuseLossyNames(ModelContent stored) {
        Map<String, String> names = request.renamedFields();
        Set<String> given = new HashSet<>();
        names.forEach((old, name) -> {
            if (!stored.model().fields().containsKey(old)) {
                throw Failure.unprocessable("The model has no field " + old + " to rename.");
            }
            if (!request.definition().path("fields").has(name)) {
                throw Failure.unprocessable(
                        "The field " + old + " is renamed to " + name + ", which `fields` does not declare.");
            }
            if (!given.add(name)) {
                throw Failure.unprocessable("Two fields are renamed to " + name + "; each needs a name of its own.");
            }
            if (names.containsKey(name)) {
                return;
            }
            if (stored.model().fields().containsKey(name)) {
                throw Failure.unprocessable("The model has a field " + name + " already.");
            }
            if (stored.entries().stream().anyMatch(entry -> entry.has(name))) {
                throw Failure.unprocessable("Entries hold values under " + name
                        + ", which the model does not declare; rename to another name, or clear them first.");
            }
        });
    }

    /** Fails with CONFLICT where a file that does not belong to this model would be overwritten. */
    private void requireFree(Snapshot snapshot, Tree files, ChangeSet changes) {
        ModelDefinition before =
                snapshot.find(request.modelId()).map(ModelContent::model).orElse(null);
        String own = snapshot.paths().model(request.modelId());
        new Occupied(files)
                .firstOf(
                        changes,
                        path -> path.equals(own)
                                || (before != null && snapshot.paths().locate(path, before) != null))
                .ifPresent(path -> {
                    throw Failure.conflict(
                            "The file " + path + " would be overwritten and is not of this model; move or"
                                    + " remove it first, or choose another id or content_path.");
                });
    }

    private List<Finding> findings(Snapshot snapshot, ModelDefinition model) {
        List<ModelDefinition> all = new ArrayList<>(snapshot.models());
        all.removeIf(other -> other.id().equals(request.modelId()));
        all.add(model);
        Set<String> ids = all.stream().map(ModelDefinition::id).collect(Collectors.toSet());
        ModelCheck check = new ModelCheck(snapshot.config().orElse(null), ids);
        boolean clashes = new FolderClashes(all).with(model.id()).isPresent();
        return ModelFindings.of(check, clashes, model);
    }

    private List<HealthItem> breaking(ModelContent stored, ModelDefinition model) {
        List<ObjectNode> entries = Migration.entries(stored, request.renamedFields());
        return BreakingChanges.between(renamed(stored), model, entries);
    }

    private ModelDefinition renamed(ModelContent stored) {
        return stored.model().withFieldNames(request.renamedFields());
    }
}
