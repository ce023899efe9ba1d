package cms.content;

import cms.content.snapshot.ModelContent;
import cms.content.snapshot.Snapshot;
import cms.format.ContextFile;
import cms.git.Tree;
import cms.project.Project;
import cms.review.Changes;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Makes context.json at every landing; the counts come from the snapshot, which only reads what has changed. */
final class ContextWriter implements Changes.ContextSource {
    private final Snapshots snapshots;

    ContextWriter(Snapshots snapshots) {
        this.snapshots = snapshots;
    }

    @Override
    public Optional<byte[]> context(Project project, Tree before, Tree merged, ContextFile.Operation operation) {
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
}
