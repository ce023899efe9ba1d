package cms.media.use;

import cms.content.AssetFacts;
import cms.format.ContentBranches;
import cms.platform.db.Database;
import cms.project.Project;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Gatherers;

/** Finds the assets that content names and that do not exist. */
public final class MissingAssets implements AssetFacts {
    /** Ids that one query looks up; databases bound its variables. */
    private static final int IDS_OF_A_QUERY = 1_000;

    private final Database database;
    private final Uses uses;
    private final UseStore store = new UseStore();

    public MissingAssets(Database database, Uses uses) {
        this.database = database;
        this.uses = uses;
    }

    @Override
    public Set<String> missing(Project project, Collection<String> ids) {
        Set<String> missing = new HashSet<>(ids);
        List<List<String>> parts = ids.stream()
                .distinct()
                .gather(Gatherers.windowFixed(IDS_OF_A_QUERY))
                .toList();
        database.read(tx -> parts.stream()
                        .flatMap(part -> store.there(tx, project.id(), part).stream())
                        .toList())
                .forEach(missing::remove);
        return missing;
    }

    @Override
    public List<Mention> missingMentions(Project project, int limit) {
        uses.catchUp(project);
        return database.read(tx -> store.missing(tx, project.id(), ContentBranches.TRUNK, limit)).stream()
                .map(use -> new Mention(use.assetId(), use.modelId(), use.entryId(), use.locale(), use.fieldId()))
                .toList();
    }
}
