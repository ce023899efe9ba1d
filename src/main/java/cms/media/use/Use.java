package cms.media.use;

import cms.project.ProjectAccess;
import cms.review.Reviews;
import org.jspecify.annotations.Nullable;

/**
 * A place in content that names an asset.
 *
 * @param locale null where the model has no locales
 * @param fieldId the field, {@code body} for the text of a document
 * @param branch the trunk, or the branch of an open change
 */
public record Use(
        String assetId,
        String modelId,
        String entryId,
        @Nullable String locale,
        String fieldId,
        String branch) {
    /** Whether a caller may see its model, its locale, and the change that it is in. */
    public boolean isSeenBy(ProjectAccess place) {
        return place.models().allows(modelId)
                && Reviews.isVisible(branch, place.models())
                && (locale == null || place.locales().allows(locale));
    }
}
