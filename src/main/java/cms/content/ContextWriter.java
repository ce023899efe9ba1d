package cms.content;

import cms.content.api.HealthItem;
import cms.content.check.ProjectHealth;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.Snapshot;
import cms.format.ContextFile;
import cms.format.ModelDefinition.ProblemSeverity;
import cms.git.Tree;
import cms.platform.failure.Failure;
import cms.project.Project;
import cms.review.submit.ContextSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes context.json at every landing; the counts come from the snapshot, which only parses files that have changed.
 */
final class ContextWriter implements ContextSource {
    /** Type of the health items about stored content that a save would refuse; their severity is only a warning. */
    private static final String INVALID_CONTENT = "content_validation_error";

    private final Snapshots snapshots;

    ContextWriter(Snapshots snapshots) {
        this.snapshots = snapshots;
    }

    @Override
    public Optional<byte[]> context(Project project, Tree before, Tree merged, ContextFile.LastOperation operation) {
        Snapshot snapshot = snapshots.of(project, merged);
        String home = snapshot.paths().home();
        if (merged.folder(home.substring(0, home.length() - 1)).isEmpty()) {
            return Optional.empty();
        }
        int entries = snapshot.contents().stream().mapToInt(ModelContent::count).sum();
        ContextFile.Stats stats =
                new ContextFile.Stats(snapshot.models().size(), entries, locales(snapshot), operation.at());
        return Optional.of(new ContextFile(operation, stats).bytes());
    }

    private static List<String> locales(Snapshot snapshot) {
        return snapshot.config().map(config -> config.supportedLocales()).orElseGet(() -> {
            TreeSet<String> found = new TreeSet<>();
            snapshot.contents()
                    .forEach(content -> found.addAll(content.locales().keySet()));
            return List.copyOf(found);
        });
    }

    /**
     * Refuses a merge that would add an error to the health of the content, or a fault for which a save is refused.
     *
     * @throws Failure UNPROCESSABLE with the added items
     */
    @Override
    public void requireValid(Project project, List<Tree> before, Tree merged) {
        List<ObjectNode> wrong = added(project, before, merged)
                .filter(item -> item.severity().isInvalid() || item.type().equals(INVALID_CONTENT))
                .map(HealthItem::json)
                .toList();
        if (!wrong.isEmpty()) {
            throw Failure.unprocessable("Together with what others have changed since, the content would not be valid.")
                    .withCode("content.invalid")
                    .withData(Map.of("errors", wrong));
        }
    }

    @Override
    public List<String> findings(Project project, Tree before, Tree after) {
        return before.id().equals(after.id())
                ? List.of()
                : added(project, List.of(before), after)
                        .filter(item -> item.severity() != ProblemSeverity.NOTICE)
                        .map(ContextWriter::line)
                        .toList();
    }

    private Stream<HealthItem> added(Project project, List<Tree> before, Tree after) {
        List<ProjectHealth> known =
                before.stream().map(tree -> snapshots.health(project, tree)).toList();
        ProjectHealth next = known.getFirst().next(snapshots.of(project, after));
        Map<List<Object>, Integer> accepted = new HashMap<>();
        known.stream()
                .flatMap(health -> health.allItems().stream())
                .forEach(item -> accepted.merge(about(item), item.affectedEntries(), Integer::max));
        return next.allItems().stream().filter(item -> item.affectedEntries() > accepted.getOrDefault(about(item), -1));
    }

    private static String line(HealthItem item) {
        String model = item.modelId().equals(HealthItem.CONFIG) ? "" : item.modelId() + ": ";
        String field = item.field() == null ? "" : item.field() + ": ";
        return item.severity().name().toLowerCase(Locale.ROOT) + ": " + model + field + item.message();
    }

    private static List<Object> about(HealthItem item) {
        return List.of(item.modelId(), item.type(), String.valueOf(item.field()), item.message());
    }
}
