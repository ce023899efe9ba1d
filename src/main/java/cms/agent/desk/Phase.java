package cms.agent.desk;

import cms.project.Project;
import cms.project.ProjectStatus;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** How far a project is (reference 6.2): a line for the model and a check at each call, never a shorter list of tools. */
public enum Phase {
    /** There is no configuration yet. */
    UNINITIALIZED,
    ACTIVE,
    /** The repository could not be set up. */
    ERROR;

    private static final Set<String> ALWAYS =
            Set.of("list_models", "list_branches", "validate", "validate_schema", "list_submissions", "branch_health");
    private static final Set<String> DECIDING = Set.of("merge_branch", "reject_branch");

    public static Phase of(Project project, ObjectNode overview) {
        if (project.status() == ProjectStatus.ERROR) {
            return ERROR;
        }
        return overview.path("config").isObject() ? ACTIVE : UNINITIALIZED;
    }

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean allows(Tool tool) {
        return switch (this) {
            case UNINITIALIZED ->
                !tool.writes() || tool.name().equals("init_project") || DECIDING.contains(tool.name());
            case ACTIVE -> !tool.name().equals("init_project");
            case ERROR -> ALWAYS.contains(tool.name()) || DECIDING.contains(tool.name());
        };
    }

    String suggestion() {
        return switch (this) {
            case UNINITIALIZED -> "Call init_project first.";
            case ACTIVE -> "The project is initialised already; use save_model or add_locale.";
            case ERROR -> "The project is broken; tell the person to connect it again.";
        };
    }
}
