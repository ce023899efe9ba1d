package cms.workspace;

import cms.access.Capability;
import cms.access.WorkspaceRole;
import cms.auth.Caller;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.platform.mail.EmailAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Members of a workspace over HTTP (spec 4.2, reference 3.1). */
final class MemberRoutes {
    private static final String[] SERVER_OWNED = {
        "id", "user_id", "workspace_id", "invited_email", "invited_at", "accepted_at", "plan", "owner_id"
    };

    /** Stands for the caller's own membership in place of an id. */
    private static final String OWN = "me";

    private final Workspaces workspaces;
    private final Members members;

    MemberRoutes(Workspaces workspaces, Members members) {
        this.workspaces = workspaces;
        this.members = members;
    }

    void addTo(Routes routes) {
        routes.on(Surface.SESSION)
                .get("/api/workspaces/{workspaceId}/members", this::list)
                .post(
                        "/api/workspaces/{workspaceId}/members",
                        Audit.ofMade("invite_workspace_member", "workspace_members"),
                        this::invite)
                .patch(
                        "/api/workspaces/{workspaceId}/members/{memberId}",
                        Audit.of("update_workspace_member", "workspace_members", "memberId"),
                        this::changeRole)
                .delete(
                        "/api/workspaces/{workspaceId}/members/{memberId}",
                        Audit.of("delete_workspace_member", "workspace_members", "memberId"),
                        this::remove)
                .post(
                        "/api/workspaces/{workspaceId}/members/{memberId}/resend",
                        Audit.of("resend_invitation", "workspace_members", "memberId"),
                        this::resend);
    }

    private Answer list(Request request) {
        String workspaceId = WorkspaceRoutes.id(request);
        workspaces.require(Caller.of(request), workspaceId, Capability.VIEW_WORKSPACE_MEMBERS);
        return Answer.json(json(members.list(workspaceId)));
    }

    private Answer invite(Request request) {
        Caller caller = Caller.of(request);
        String workspaceId = WorkspaceRoutes.id(request);
        workspaces.require(caller, workspaceId, Capability.MANAGE_WORKSPACE_MEMBERS);
        Body body = request.body("role").refuse(SERVER_OWNED);
        EmailAddress email = new EmailAddress(body.requiredText("email").strip());
        Members.Invited invited = members.invite(caller, workspaceId, email, role(body));
        return Answer.json(json(invited.member()).put("mailed", invited.isMailed()));
    }

    private Answer changeRole(Request request) {
        Caller caller = Caller.of(request);
        String workspaceId = WorkspaceRoutes.id(request);
        workspaces.require(caller, workspaceId, Capability.MANAGE_WORKSPACE_MEMBERS);
        WorkspaceRole role = role(request.body("role").refuse(SERVER_OWNED));
        return Answer.json(json(members.changeRole(caller, workspaceId, request.pathParameter("memberId"), role)));
    }

    private Answer remove(Request request) {
        String memberId = request.pathParameter("memberId");
        if (memberId.equals(OWN)) {
            members.leave(Caller.of(request), WorkspaceRoutes.id(request));
        } else {
            members.remove(Caller.of(request), WorkspaceRoutes.id(request), memberId);
        }
        return Answer.json(Map.of("deleted", true));
    }

    private Answer resend(Request request) {
        members.resend(Caller.of(request), WorkspaceRoutes.id(request), request.pathParameter("memberId"));
        return Answer.json(Map.of("resent", true));
    }

    /** The role in a body; INVALID for {@code owner}, because ownership is transferred. */
    private static WorkspaceRole role(Body body) {
        return WorkspaceRole.find(body.requiredText("role"))
                .filter(role -> role != WorkspaceRole.OWNER)
                .orElseThrow(() -> Failure.invalid("`role` must be admin or member."));
    }

    static ArrayNode json(List<WorkspaceMember> members) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        members.forEach(member -> all.add(json(member)));
        return all;
    }

    /** The JSON of a member; the profile is flat, as in the specification, and nested, as in the reference. */
    private static ObjectNode json(WorkspaceMember every) {
        WorkspaceMember member = every.shown();
        Instant acceptedAt = member.acceptedAt();
        WorkspaceMember.Profile profile = member.profile();
        String userId = member.userId();
        ObjectNode json = Json.object()
                .put("id", member.id())
                .put("user_id", userId)
                .put("role", member.role().key())
                .put("invited_email", member.invitedEmail())
                .put("invited_at", member.invitedAt().toString())
                .put("accepted_at", acceptedAt == null ? null : acceptedAt.toString())
                .put("display_name", profile.displayName())
                .put("email", profile.email())
                .put("avatar_url", profile.avatarUrl());
        if (userId == null) {
            return json.putNull("profiles");
        }
        json.putObject("profiles")
                .put("id", userId)
                .put("display_name", profile.displayName())
                .put("email", profile.email())
                .put("avatar_url", profile.avatarUrl());
        return json;
    }
}
