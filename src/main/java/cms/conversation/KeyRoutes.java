package cms.conversation;

import cms.access.Capability;
import cms.auth.Caller;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.project.Access;
import cms.project.Project;
import java.util.Map;

/** {@code P/conversation-keys}: keys for programs, as owner and admins manage them. */
final class KeyRoutes {
    private static final String KEYS = "/api/workspaces/{workspaceId}/projects/{projectId}/conversation-keys";
    private static final String KEY = KEYS + "/{keyId}";

    private final Access access;
    private final ConversationKeys keys;

    KeyRoutes(Access access, ConversationKeys keys) {
        this.access = access;
        this.keys = keys;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(KEYS, this::list)
                .post(KEYS, Audit.ofMade("create_conversation_key", "api_keys"), this::mint)
                .patch(KEY, Audit.of("update_conversation_key", "api_keys", "keyId"), this::change)
                .delete(KEY, Audit.of("delete_conversation_key", "api_keys", "keyId"), this::revoke);
    }

    private Answer list(Request request) {
        return Answer.json(keys.list(inPlan(request)).stream().map(KeyRow::json).toList());
    }

    private Answer mint(Request request) {
        Project project = inPlan(request);
        ConversationKeys.Made made =
                keys.mint(project, request.body("role"), Caller.of(request).userId());
        return Answer.json(made.row().json().put("key", made.plainText()))
                .showingSecretOf(made.row().id());
    }

    private Answer change(Request request) {
        Project project = inPlan(request);
        Body body = request.body("role").refuse("keyPrefix", "createdAt", "lastUsedAt", "revokedAt", "monthlyUsage");
        return Answer.json(keys.change(project, id(request), body).json());
    }

    /** Whatever the plan: a key that a workspace has no longer paid for can still be withdrawn. */
    private Answer revoke(Request request) {
        keys.revoke(project(request), id(request));
        return Answer.json(Map.of("revoked", true));
    }

    private Project inPlan(Request request) {
        Project project = project(request);
        keys.requirePlan(project);
        return project;
    }

    private Project project(Request request) {
        return access.require(request, Capability.MANAGE_CONVERSATION_KEYS).project();
    }

    private static String id(Request request) {
        return request.pathParameter("keyId");
    }
}
