package cms.content;

import cms.project.Project;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lookups of the assets that content names in its texts; implemented by the room of media, which is below this one. */
public interface AssetFacts {
    /** Those of the ids under which the project has no asset. */
    Set<String> missing(Project project, Collection<String> ids);

    /** The first places where content that has landed names an asset that does not exist. */
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

    /** Stands in until the room of media is attached: reports no asset as missing. */
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
