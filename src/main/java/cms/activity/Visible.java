package cms.activity;

import cms.project.ProjectAccess;
import cms.review.Reviews;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The entries of the log that a caller may see: those of the workspace itself, and of the projects in which the caller
 * has a role, within the caller's models.
 */
final class Visible {
    private static final Set<String> OF_MODELS = Set.of("content", "models");
    private static final Set<String> OF_WHOLE_PROJECTS = Set.of("commits", "delivery_previews");
    private static final String BRANCHES = "branches";

    /** Their record is the model of several submissions, or the id of one. */
    private static final String SUBMISSIONS = "form_submissions";

    private final boolean all;
    private final boolean workspace;
    private final Map<String, ProjectAccess> places;
    private final String userId;

    private Visible(boolean all, boolean workspace, List<ProjectAccess> places, String userId) {
        this.all = all;
        this.workspace = workspace;
        this.userId = userId;
        this.places = places.stream()
                .collect(Collectors.toMap(place -> place.project().id(), Function.identity()));
    }

    /** All entries, for owners and admins. */
    static Visible all() {
        return new Visible(true, true, List.of(), "");
    }

    /**
     * @param places the caller's access to each project of the workspace in which it has any
     * @param workspace whether entries that concern no project are shown; false for a token that names its projects
     * @param userId the caller, who sees what they did themselves with a single submission: its model is not in the log
     */
    static Visible in(List<ProjectAccess> places, boolean workspace, String userId) {
        return new Visible(false, workspace, places, userId);
    }

    boolean isAll() {
        return all;
    }

    boolean shows(ActivityEntry entry) {
        String projectId = entry.projectId();
        if (all) {
            return true;
        }
        if (projectId == null) {
            return workspace;
        }
        ProjectAccess place = places.get(projectId);
        if (place == null || place.models().isAll()) {
            return place != null;
        }
        String record = entry.recordId() == null ? "" : entry.recordId();
        if (OF_MODELS.contains(entry.entity())) {
            return place.models().allows(record);
        }
        if (entry.entity().equals(SUBMISSIONS)) {
            return place.models().allows(record) || userId.equals(entry.actor());
        }
        return entry.entity().equals(BRANCHES)
                ? Reviews.isVisible(record, place.models())
                : !OF_WHOLE_PROJECTS.contains(entry.entity());
    }
}
