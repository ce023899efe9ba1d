package cms.activity;

import static cms.platform.http.Route.Method.DELETE;
import static cms.platform.http.Route.Method.GET;
import static cms.platform.http.Route.Method.PATCH;
import static cms.platform.http.Route.Method.POST;
import static cms.platform.http.Route.Method.PUT;

import cms.platform.db.Tx;
import cms.platform.http.Route;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Every route that writes, with what the log calls it: the method, the path, the table or resource, and the record.
 *
 * <p>The record is a parameter of the path, the person ({@link #SELF}), or the row that the transaction says it
 * made ({@link #MADE}); a transaction that made none then gets no entry, for instance a repeated invitation.
 */
enum Action {
    LOGOUT(POST, "/api/auth/logout", "sessions", Action.SELF),
    UPDATE_PROFILE(PATCH, "/api/profile", "users", Action.SELF),
    SAVE_AVATAR(POST, "/api/profile/avatar", "users", Action.SELF),
    DELETE_AVATAR(DELETE, "/api/profile/avatar", "users", Action.SELF),
    DELETE_ACCOUNT(DELETE, "/api/profile", "users", Action.SELF),
    END_SESSION(DELETE, "/api/auth/sessions/{sessionId}", "sessions", "sessionId"),
    END_ALL_SESSIONS(DELETE, "/api/auth/sessions", "sessions", Action.SELF),
    CREATE_ACCESS_TOKEN(POST, "/api/auth/tokens", "personal_tokens", Action.MADE),
    REVOKE_ACCESS_TOKEN(DELETE, "/api/auth/tokens/{tokenId}", "personal_tokens", "tokenId"),

    CREATE_WORKSPACE(POST, "/api/workspaces", "workspaces", Action.MADE),
    UPDATE_WORKSPACE(PATCH, Action.W, "workspaces", "workspaceId"),
    DELETE_WORKSPACE(DELETE, Action.W, "workspaces", "workspaceId"),
    TRANSFER_WORKSPACE(POST, Action.W + "/transfer-owner", "workspaces", "workspaceId"),
    INVITE_WORKSPACE_MEMBER(POST, Action.W + "/members", "workspace_members", Action.MADE),
    UPDATE_WORKSPACE_MEMBER(PATCH, Action.W + "/members/{memberId}", "workspace_members", "memberId"),
    DELETE_WORKSPACE_MEMBER(DELETE, Action.W + "/members/{memberId}", "workspace_members", "memberId"),
    RESEND_INVITATION(POST, Action.W + "/members/{memberId}/resend", "workspace_members", "memberId"),

    SAVE_AI_KEY(POST, Action.W + "/ai-keys", "ai_keys", Action.MADE),
    DELETE_AI_KEY(DELETE, Action.W + "/ai-keys/{keyId}", "ai_keys", "keyId"),

    CREATE_MCP_KEY(POST, Action.W + "/mcp-cloud-keys", "api_keys", Action.MADE),
    UPDATE_MCP_KEY(PATCH, Action.W + "/mcp-cloud-keys/{keyId}", "api_keys", "keyId"),
    REVOKE_MCP_KEY(DELETE, Action.W + "/mcp-cloud-keys/{keyId}", "api_keys", "keyId"),
    REVOKE_CONNECTED_APP(DELETE, Action.W + "/connected-apps/{grantId}", "connected_apps", "grantId"),

    CONNECT_INSTALLATION(POST, "/api/git_host/installations/connect", "workspaces", Action.MADE),
    SET_UP_INSTALLATION(GET, "/api/git_host/setup", "workspaces", Action.MADE),
    CREATE_REPOSITORY(POST, "/api/git_host/create-from-template", "repositories", Action.MADE),

    /** The provider's webhook enters what was bought; this entry names the person who opened its page. */
    CHECK_OUT(POST, "/api/billing/checkout", "workspaces", Action.MADE),
    OPEN_BILLING_PORTAL(POST, "/api/billing/portal", "workspaces", Action.MADE),
    UPDATE_OVERAGE_SETTINGS(PATCH, Action.W + "/overage-settings", "workspaces", "workspaceId"),
    UPDATE_SPEND_LIMIT(PUT, Action.W + "/spend-limit", "workspaces", "workspaceId"),

    CREATE_PROJECT(POST, Action.W + "/projects", "projects", Action.MADE),
    UPDATE_PROJECT(PATCH, Action.P, "projects", "projectId"),
    DELETE_PROJECT(DELETE, Action.P, "projects", "projectId"),
    ADD_PROJECT_MEMBER(POST, Action.P + "/members", "project_members", Action.MADE),
    DELETE_PROJECT_MEMBER(DELETE, Action.P + "/members/{memberId}", "project_members", "memberId"),

    SAVE_CONTENT(POST, Action.P + "/content/{modelId}", "content", "modelId"),
    UPDATE_STATUS(PATCH, Action.P + "/content/{modelId}/status", "content", "modelId"),
    UPDATE_SCHEDULE(PATCH, Action.P + "/content/{modelId}/schedule", "content", "modelId"),
    COPY_LOCALE(POST, Action.P + "/content/{modelId}/copy-locale", "content", "modelId"),
    SAVE_CONTENT_BATCH(POST, Action.P + "/content/{modelId}/batch", "content", "modelId"),
    DELETE_CONTENT(DELETE, Action.P + "/content/{modelId}", "content", "modelId"),
    SAVE_MODEL(PUT, Action.P + "/models/{modelId}", "models", "modelId"),
    DELETE_MODEL(DELETE, Action.P + "/models/{modelId}", "models", "modelId"),
    UPDATE_MODEL(PATCH, Action.P + "/models/{modelId}", "models", "modelId"),
    UPDATE_CONFIG(PATCH, Action.P + "/config", "projects", "projectId"),
    INIT_PROJECT(POST, Action.P + "/init", "projects", "projectId"),
    ADD_LOCALE(POST, Action.P + "/locales", "projects", "projectId"),
    UPDATE_VOCABULARY(PATCH, Action.P + "/vocabulary", "projects", "projectId"),

    MERGE_BRANCH(POST, Action.P + "/branches/{branch}/merge", "branches", "branch"),
    REJECT_BRANCH(POST, Action.P + "/branches/{branch}/reject", "branches", "branch"),
    UPDATE_BRANCH(POST, Action.P + "/branches/{branch}/update", "branches", "branch"),
    REVERT(POST, Action.P + "/history/{commit}/revert", "commits", "commit"),
    CLEAN_UP_BRANCHES(POST, Action.P + "/branches/cleanup", "projects", "projectId"),

    UPDATE_DELIVERY(PATCH, Action.P + "/cdn/settings", "projects", "projectId"),
    /** The build itself is made later, on a thread of its own. */
    TRIGGER_BUILD(POST, Action.P + "/cdn/builds/trigger", "projects", "projectId"),
    CREATE_CDN_KEY(POST, Action.P + "/cdn/keys", "api_keys", Action.MADE),
    DELETE_CDN_KEY(DELETE, Action.P + "/cdn/keys/{keyId}", "api_keys", "keyId"),
    CREATE_PREVIEW(POST, Action.P + "/previews", "delivery_previews", Action.MADE),
    DELETE_PREVIEW(DELETE, Action.P + "/previews/{previewId}", "delivery_previews", "previewId"),

    UPLOAD_ASSET(POST, Action.MEDIA, "media_assets", Action.MADE),
    UPLOAD_ASSET_FROM_URL(POST, Action.MEDIA + "/upload-url", "media_assets", Action.MADE),
    UPDATE_ASSET(PATCH, Action.MEDIA + "/{assetId}", "media_assets", "assetId"),
    DELETE_ASSET(DELETE, Action.MEDIA + "/{assetId}", "media_assets", "assetId"),
    RESTORE_ASSET(POST, Action.MEDIA + "/{assetId}/restore", "media_assets", "assetId"),
    /** An upload in parts; its last part makes the asset. */
    BEGIN_UPLOAD(POST, Action.MEDIA + "/uploads", "media_uploads", Action.MADE),
    FINISH_UPLOAD(PATCH, Action.MEDIA + "/uploads/{uploadId}", "media_assets", Action.MADE),
    END_UPLOAD(DELETE, Action.MEDIA + "/uploads/{uploadId}", "media_uploads", "uploadId"),
    CREATE_MEDIA_SIGNING_KEY(POST, Action.MEDIA + "/signing-keys", "media_signing_keys", Action.MADE),
    DELETE_MEDIA_SIGNING_KEY(DELETE, Action.MEDIA + "/signing-keys/{keyId}", "media_signing_keys", "keyId"),
    DELETE_ASSETS(POST, Action.MEDIA + "/bulk", "media_assets", Action.MADE),

    /** One submission, decided about. */
    UPDATE_SUBMISSION(PATCH, Action.SUBMISSIONS + "/{submissionId}", "form_submissions", Action.MADE),
    DELETE_SUBMISSION(DELETE, Action.SUBMISSIONS + "/{submissionId}", "form_submissions", Action.MADE),
    /** Several at once; where they are deleted the log says {@code delete_submissions} (spec 4.14). */
    DECIDE_SUBMISSIONS(POST, Action.SUBMISSIONS + "/bulk", "form_submissions", Action.MADE),

    ADD_ATTACHMENTS(POST, Action.P + "/attachments", "agent_attachments", Action.MADE),
    /** The commits of the agent enter what it writes. */
    CHAT(POST, Action.P + "/chat", "agent_conversations", Action.MADE),
    DELETE_CONVERSATION(DELETE, Action.P + "/conversations/{conversationId}", "agent_conversations", "conversationId"),
    /** The commits enter what was undone; this entry names the person who asked for it. */
    UNDO_CONVERSATION(POST, Action.P + "/conversations/{conversationId}/undo", "agent_conversations", "conversationId"),
    STOP_CONVERSATION(POST, Action.P + "/conversations/{conversationId}/stop", "agent_conversations", "conversationId"),

    CREATE_CONVERSATION_KEY(POST, Action.P + "/conversation-keys", "api_keys", Action.MADE),
    UPDATE_CONVERSATION_KEY(PATCH, Action.P + "/conversation-keys/{keyId}", "api_keys", "keyId"),
    DELETE_CONVERSATION_KEY(DELETE, Action.P + "/conversation-keys/{keyId}", "api_keys", "keyId"),

    CREATE_WEBHOOK(POST, Action.P + "/webhooks", "webhooks", Action.MADE),
    UPDATE_WEBHOOK(PATCH, Action.P + "/webhooks/{webhookId}", "webhooks", "webhookId"),
    DELETE_WEBHOOK(DELETE, Action.P + "/webhooks/{webhookId}", "webhooks", "webhookId"),
    TEST_WEBHOOK(POST, Action.P + "/webhooks/{webhookId}/test", "webhooks", "webhookId"),
    ROTATE_WEBHOOK_SECRET(POST, Action.P + "/webhooks/{webhookId}/rotate-secret", "webhooks", "webhookId"),
    REPLAY_WEBHOOK(POST, Action.P + "/webhooks/{webhookId}/replay", "webhooks", "webhookId"),
    REDELIVER_WEBHOOK(
            POST, Action.P + "/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver", "webhooks", "webhookId");

    static final String SELF = "(self)";
    static final String MADE = "(made)";
    private static final String W = "/api/workspaces/{workspaceId}";
    private static final String P = W + "/projects/{projectId}";
    private static final String MEDIA = P + "/media";
    private static final String SUBMISSIONS = P + "/forms/{modelId}/submissions";
    private static final Map<String, Action> BY_ROUTE =
            Arrays.stream(values()).collect(Collectors.toMap(Action::route, Function.identity()));

    private static final Set<Action> IN_GIT = Set.copyOf(EnumSet.range(SAVE_CONTENT, CLEAN_UP_BRANCHES));

    private static final Set<Action> ENDING_RIGHTS = EnumSet.of(
            LOGOUT,
            DELETE_ACCOUNT,
            REVOKE_ACCESS_TOKEN,
            END_SESSION,
            END_ALL_SESSIONS,
            DELETE_WORKSPACE,
            TRANSFER_WORKSPACE,
            UPDATE_WORKSPACE_MEMBER,
            DELETE_WORKSPACE_MEMBER,
            DELETE_PROJECT,
            ADD_PROJECT_MEMBER,
            DELETE_PROJECT_MEMBER);

    private final Route.Method method;
    private final String path;
    private final String entity;
    private final String record;

    Action(Route.Method method, String path, String entity, String record) {
        this.method = method;
        this.path = path;
        this.entity = entity;
        this.record = record;
    }

    /** What the log calls a request on this route; empty for routes that only read. */
    static Optional<Action> of(Route route) {
        return Optional.ofNullable(BY_ROUTE.get(route.method() + " " + route.path()));
    }

    /** The method and the path as mounted. */
    String route() {
        return method + " " + path;
    }

    /** The name in the log for what a transaction did. */
    String keyOf(Tx tx) {
        boolean deleted = this == DECIDE_SUBMISSIONS
                && tx.concerned("deleted_form_submissions").isPresent();
        return deleted ? "delete_submissions" : key();
    }

    /** The name in the log, such as {@code delete_project}. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    String entity() {
        return entity;
    }

    String record() {
        return record;
    }

    /** The row of a name in the log. */
    static Optional<Action> ofKey(String key) {
        return Arrays.stream(values())
                .filter(action -> action.key().equals(key))
                .findFirst();
    }

    /** Whether it can end a right to listen; streams are then checked before the request is answered. */
    boolean endsRights() {
        return ENDING_RIGHTS.contains(this);
    }

    /** Whether the commits tell of it ({@link GitAudit}), so that the request enters nothing. */
    boolean isInGit() {
        return IN_GIT.contains(this);
    }

    /** Whether a success counts although no row changed while the request was handled. */
    boolean endsElsewhere() {
        return this == TRIGGER_BUILD;
    }
}
