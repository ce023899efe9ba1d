package cms.agent.desk;

import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * How far a project is (reference 6.2): a line for the model and a check at each call, never a shorter list of tools. The
 * reference's phase of an error is none here: whether a repository is out of reach is known when it is asked, and the
 * tool that asked fails with the host's reason.
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
