package cms.access;

import static cms.access.ProjectRole.EDITOR;
import static cms.access.ProjectRole.REVIEWER;
import static cms.access.ProjectRole.VIEWER;
import static cms.access.WorkspaceRole.ADMIN;
import static cms.access.WorkspaceRole.MEMBER;
import static cms.access.WorkspaceRole.OWNER;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a caller can be allowed to do, each with the roles that hold it.
 *
 * <p>This enum is the table. In a workspace a row names the least workspace role. In a project owners and admins hold
 * every row, and a row names the project roles that hold it as well; a row without one belongs to owners and admins
 * alone. Neither plan nor edition appears here, so an absent part can never add a right.
 */
public enum Capability {
    VIEW_WORKSPACE("see this workspace", MEMBER),
    VIEW_WORKSPACE_MEMBERS("see the members of this workspace", MEMBER),
    VIEW_ACTIVITY("see the activity of this workspace", MEMBER),
    VIEW_MCP_KEYS("see the remote tool keys of this workspace", MEMBER),
    /** Grants of others are shown and revoked only with {@link #MANAGE_CONNECTED_APPS}. */
    USE_CONNECTED_APPS("see and revoke your own connected apps", MEMBER),
    /** Model keys belong to the person who adds them (reference 3.1). */
    MANAGE_OWN_AI_KEYS("manage your own model keys", MEMBER),

    EDIT_WORKSPACE("change this workspace", ADMIN),
    MANAGE_WORKSPACE_MEMBERS("manage the members of this workspace", ADMIN),
    CREATE_PROJECT("connect a repository", ADMIN),
    CONNECT_GIT_HOST("manage the Git host connection", ADMIN),
    MANAGE_MCP_KEYS("manage remote tool keys", ADMIN),
    MANAGE_CONNECTED_APPS("manage the connected apps of everybody", ADMIN),
    VIEW_USAGE("see the usage of this workspace", ADMIN),
    MANAGE_OVERAGE("change overage settings", ADMIN),
    MANAGE_BILLING("manage billing", ADMIN),

    DELETE_WORKSPACE("delete this workspace", OWNER),
    TRANSFER_OWNERSHIP("transfer this workspace", OWNER),
    /** A forced push can remove content that others have published. */
    ALLOW_FORCE_PUSHES("allow forced pushes to the default branch", OWNER),

    /** Project details, delivery settings and the list of builds. */
    VIEW_PROJECT("see this project", VIEWER, REVIEWER, EDITOR),
    READ_CONTENT("read content", VIEWER, REVIEWER, EDITOR),
    /** Open changes, their differences, and the health of branches. */
    READ_BRANCHES("read branches", VIEWER, REVIEWER, EDITOR),
    READ_MEDIA("read media", VIEWER, REVIEWER, EDITOR),
    READ_SUBMISSIONS("read form submissions", VIEWER, REVIEWER, EDITOR),
    /** Talking to the agent, with attachments; its actions need their own capabilities. */
    CHAT("talk to the agent", VIEWER, REVIEWER, EDITOR),

    SAVE_CONTENT("save content", EDITOR),
    DELETE_CONTENT("delete content", EDITOR),
    COPY_LOCALE("copy a locale", EDITOR),
    CHANGE_STATUS("change the status of entries", EDITOR),
    EDIT_VOCABULARY("change the vocabulary", EDITOR),
    UPLOAD_MEDIA("upload media", EDITOR),
    UPDATE_MEDIA("change media", EDITOR),
    DELETE_MEDIA("delete media", EDITOR),
    MAKE_PREVIEWS("make previews", EDITOR),

    MERGE_BRANCH("merge branches", REVIEWER),
    REJECT_BRANCH("reject branches", REVIEWER),
    DECIDE_SUBMISSIONS("approve or reject form submissions", REVIEWER),

    INIT_PROJECT("initialise this project"),
    EDIT_CONFIG("change the configuration"),
    ADD_LOCALE("add a locale"),
    SAVE_MODEL("save models"),
    DELETE_MODEL("delete models"),
    CONFIGURE_MODEL("change model settings"),
    CLEAN_UP_BRANCHES("clean up branches"),
    DELETE_SUBMISSIONS("delete form submissions"),
    VIEW_PROJECT_MEMBERS("see the members of this project"),
    MANAGE_PROJECT_MEMBERS("manage the members of this project"),
    DELETE_PROJECT("disconnect this project"),
    CONFIGURE_DELIVERY("change delivery settings"),
    TRIGGER_BUILD("start a delivery build"),
    MANAGE_DELIVERY_KEYS("manage delivery keys"),
    MANAGE_CONVERSATION_KEYS("manage conversation keys"),
    MANAGE_WEBHOOKS("manage webhooks"),
    MANAGE_MEDIA_SIGNING_KEYS("manage the keys that sign sizes of pictures");

    private final String phrase;
    private final @Nullable WorkspaceRole least;
    private final Set<ProjectRole> projectRoles;

    Capability(String phrase, WorkspaceRole least) {
        this.phrase = phrase;
        this.least = least;
        this.projectRoles = Set.of();
    }

    Capability(String phrase, ProjectRole... projectRoles) {
        this.phrase = phrase;
        this.least = null;
        this.projectRoles = Set.of(projectRoles);
    }

    /** The name in answers, such as {@code save_content}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The allowed action, as the end of the sentence "you may …". */
    public String phrase() {
        return phrase;
    }

    boolean isHeldBy(WorkspaceRole role) {
        return role.isAtLeast(least == null ? ADMIN : least);
    }

    boolean isHeldBy(ProjectRole role) {
        return projectRoles.contains(role);
    }

    /** True for an action inside a project, false for one on the workspace around it. */
    boolean isInProject() {
        return least == null;
    }
}
