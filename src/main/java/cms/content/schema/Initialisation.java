package cms.content.schema;

import cms.access.Author;
import cms.content.api.Finding;
import cms.content.api.InitRequest;
import cms.content.api.ModelReport;
import cms.content.check.ModelCheck;
import cms.content.snapshot.Snapshot;
import cms.format.CanonicalJson;
import cms.format.FolderClashes;
import cms.format.ModelDefinition;
import cms.format.ProjectConfig;
import cms.format.Vocabulary;
import cms.git.ChangeSet;
import cms.platform.failure.Failure;
import cms.review.submit.Draft;
import cms.review.submit.Operation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The first files of a project: configuration, vocabulary and models, in one commit (reference 2.6). */
final class Initialisation {
    private static final String TOOL = "init_project";

    private final InitRequest request;
    private final Author author;

    Initialisation(InitRequest request, Author author) {
        this.request = request;
        this.author = author;
    }

    Draft<ModelReport> over(Snapshot snapshot) {
        refuseSecond(snapshot);
        Set<String> ids = new HashSet<>(request.models().keySet());
        snapshot.models().forEach(model -> ids.add(model.id()));
        ModelCheck check = new ModelCheck(request.config(), ids);
        List<Finding> findings = new ArrayList<>();
        ChangeSet.Builder changes = ChangeSet.builder()
                .put(
                        snapshot.paths().config(),
                        CanonicalJson.bytes(request.config().raw()));
        if (snapshot.vocabulary().isEmpty() && !snapshot.vocabularyUnreadable()) {
            changes.put(snapshot.paths().vocabulary(), Vocabulary.empty().bytes());
        }
        List<ModelDefinition> models = new ArrayList<>();
        request.models().forEach((id, members) -> models.add(ModelDefinition.parse(id, members)));
        FolderClashes clashes = new FolderClashes(models);
        for (ModelDefinition model : models) {
            boolean taken = clashes.with(model.id()).isPresent();
            findings.addAll(ModelFindings.of(check, taken, model));
            changes.put(snapshot.paths().model(model.id()), CanonicalJson.bytes(model.raw()));
        }
        ModelReport report = new ModelReport(findings, List.of());
        if (!Finding.valid(findings)) {
            return new Draft.Refusal<>(report);
        }
        Operation operation = new Operation(Operation.Kind.SETTINGS, author.toolOr(TOOL), "", "", List.of());
        return new Draft.Write<>(changes.build(), message(), operation, report);
    }

    private void refuseSecond(Snapshot snapshot) {
        if (snapshot.config().isPresent() || snapshot.configUnreadable()) {
            throw Failure.conflict("This project has a config.json already; change it instead.");
        }
        for (String id : request.models().keySet()) {
            if (snapshot.find(id).isPresent()
                    || snapshot.unreadable(snapshot.paths().model(id)).isPresent()) {
                throw Failure.conflict("This project has a model " + id + " already; leave it out.");
            }
        }
    }

    private String message() {
        ProjectConfig config = request.config();
        return "cms: initialize project\n\nstack: " + config.stack() + "\nlocales: "
                + String.join(", ", config.supportedLocales()) + "\ndomains: " + String.join(", ", config.domains())
                + "\nmodels: " + String.join(", ", request.models().keySet());
    }
}
