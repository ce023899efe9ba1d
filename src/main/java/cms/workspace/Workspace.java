package cms.workspace;

import cms.plan.Plan;
import cms.platform.failure.Failure;
import cms.platform.json.VisibleName;
import java.text.Normalizer;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One tenant (spec 2.3).
 *
 * @param name 1 to 100 characters
 * @param slug lower-case letters, digits and hyphens, 2 to 60 characters; unique over all workspaces
 * @param plan the plan in effect, with the edition already considered
 * @param installationId the Git host installation bound to it (`github_installation_id`); null when none is
 */
public record Workspace(
        String id,
        String name,
        String slug,
        WorkspaceType type,
        Plan plan,
        String ownerId,
        @Nullable Long installationId,
        Instant createdAt) {
    private static final int NAME_CHARS_MAX = 100;
    private static final String PRIMARY_SUFFIX = "'s Workspace";
    private static final int SLUG_CHARS_MIN = 2;
    private static final int SLUG_CHARS_MAX = 60;

    /** @throws Failure INVALID for an empty name, or one that is too long */
    static String parseName(String text) {
        return VisibleName.parse("name", text, NAME_CHARS_MAX);
    }

    /** The name that replaces this one: as {@link #parseName}, but the stored name may always be sent back. */
    String renamed(String text) {
        return VisibleName.parse("name", text, NAME_CHARS_MAX, name);
    }

    /** Makes a slug from a text; fails with INVALID when it is too short or too long. */
    static String parseSlug(String text) {
        String slug = slugOf(text);
        if (slug.length() < SLUG_CHARS_MIN || slug.length() > SLUG_CHARS_MAX) {
            throw Failure.invalid("`slug` must have 2 to 60 lower-case letters, digits and hyphens.");
        }
        return slug;
    }

    /** The name of a new user's workspace. */
    static String primaryName(String userName) {
        return userName.substring(
                        0,
                        userName.offsetByCodePoints(
                                0,
                                Math.min(
                                        userName.codePointCount(0, userName.length()),
                                        NAME_CHARS_MAX - PRIMARY_SUFFIX.length())))
                + PRIMARY_SUFFIX;
    }

    /** The slug of a new user's workspace: the name as far as it fits, and the beginning of the user's id. */
    static String primarySlug(String userName, String userId) {
        String start = slugOf(userName);
        String cut = start.substring(0, Math.min(start.length(), SLUG_CHARS_MAX - 10));
        return slugOf(cut + "-" + userId.substring(0, 8));
    }

    private static String slugOf(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKD)
                .toLowerCase(Locale.ROOT)
                .replaceAll("\\p{M}+", "")
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-+|-+$", "");
    }
}
