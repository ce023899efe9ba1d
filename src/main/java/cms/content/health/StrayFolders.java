package cms.content.health;

import cms.content.api.HealthItem;
import cms.content.snapshot.Snapshot;
import cms.format.ContentPaths;
import cms.format.ModelDefinition;
import cms.format.ModelDefinition.ProblemSeverity;
import cms.git.Tree;
import java.util.ArrayList;
import java.util.List;

/** Folders of content or meta that no model explains (reference 1.5: orphan model directory). */
final class StrayFolders {
    private static final int SHOWN_MAX = 50;

    private StrayFolders() {}

    /** The folders that the tree has, seen with the models of its snapshot. */
    static List<HealthItem> items(Tree tree, Snapshot snapshot) {
        ContentPaths paths = snapshot.paths();
        List<String> folders = new ArrayList<>(folders(tree, paths.home() + "meta"));
        folders(tree, paths.home() + "content").forEach(domain -> folders.addAll(folders(tree, domain)));
        return folders.stream()
                .filter(folder -> !isExplained(folder + "/", snapshot))
                .limit(SHOWN_MAX)
                .map(folder -> HealthItem.of(
                                folder.substring(folder.lastIndexOf('/') + 1),
                                "orphan_model_directory",
                                ProblemSeverity.WARNING,
                                "No model explains the folder " + folder + ".")
                        .in(folder, 0))
                .toList();
    }

    private static List<String> folders(Tree tree, String path) {
        return tree.entries(path).stream()
                .filter(entry -> entry.kind() == Tree.Kind.FOLDER)
                .map(Tree.Entry::path)
                .toList();
    }

    /** A model whose definition cannot be read is a finding of its own. */
    private static boolean isExplained(String folder, Snapshot snapshot) {
        ContentPaths paths = snapshot.paths();
        String id = folder.substring(folder.lastIndexOf('/', folder.length() - 2) + 1, folder.length() - 1);
        if (snapshot.unreadable(paths.model(id)).isPresent()) {
            return true;
        }
        for (ModelDefinition model : snapshot.models()) {
            if (paths.contentFolder(model).startsWith(folder)
                    || folder.startsWith(paths.contentFolder(model))
                    || paths.metaFolder(model).equals(folder)) {
                return true;
            }
        }
        return false;
    }
}
