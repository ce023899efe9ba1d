package cms.agent.desk;

import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * The phase of a project (reference 6.2): a line for the model and a check at each call; the list of tools stays the
 * same. The reference's error phase does not exist here: a repository that cannot be reached makes the tool that needs
 * it fail with the host's reason.
 */
public enum Phase {
    /** There is no configuration yet. */
    UNINITIALIZED,
    ACTIVE;

    private static final Set<String> DECIDING = Set.of("merge_branch", "reject_branch");

    /** @param overview of the project's content, with its configuration where there is one */
    public static Phase of(ObjectNode overview) {
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
        };
    }

    String suggestion() {
        return switch (this) {
            case UNINITIALIZED -> "Call init_project first.";
            case ACTIVE -> "The project is initialised already; use save_model or add_locale.";
        };
    }
}
