package cms.content;

import cms.project.Project;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The questions that content asks about the assets in its texts; the room of media, which stands below, answers them.
 */
public interface AssetFacts {
    /** Of these ids those that name no asset of the project. */
    Set<String> missing(Project project, Collection<String> ids);

    /** Where the content that has landed names assets that are not there; the first of them. */
    List<Mention> missingMentions(Project project, int limit);

    /**
     * A place in the content that names an asset.
     *
     * @param entryId of a document its slug, of a model with one entry the model
     * @param locale null where the model has none
     */
    record Mention(
            String assetId,
            String modelId,
            String entryId,
            @Nullable String locale,
            String field) {}

    /** Knows of no assets, and misses none. */
    static AssetFacts none() {
        return new AssetFacts() {
            @Override
            public Set<String> missing(Project project, Collection<String> ids) {
                return Set.of();
            }

            @Override
            public List<Mention> missingMentions(Project project, int limit) {
                return List.of();
            }
        };
    }
}
