package cms.activity;

import cms.auth.Caller;
import cms.platform.live.LiveStream;
import cms.project.AllowedModels;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * One open stream and its caller.
 *
 * @param session whether the session that opened it still lives
 */
record Subscriber(LiveStream stream, Caller caller, BooleanSupplier session, VisibleModels rights) {
    /** Actions that can end a right to listen; streams are then checked before the request is answered. */
    static final Set<String> ENDING_RIGHTS = Set.of(
            "logout",
            "delete_account",
            "revoke_access_token",
            "end_session",
            "end_all_sessions",
            "delete_workspace",
            "transfer_workspace",
            "update_workspace_member",
            "delete_workspace_member",
            "delete_project",
            "add_project_member",
            "delete_project_member");

    /**
     * Signal that rights to listen may have changed: those of everybody in a workspace or a project, or those of a
     * person; the other two are empty.
     */
    record RightsChanged(String workspaceId, String projectId, String userId) {
        static RightsChanged ofWorkspace(String workspaceId) {
            return new RightsChanged(workspaceId, "", "");
        }

        static RightsChanged ofProject(String projectId) {
            return new RightsChanged("", projectId, "");
        }

        static RightsChanged ofPerson(String userId) {
            return new RightsChanged("", "", userId);
        }

        boolean concerns(String project, String workspace) {
            return !userId.isEmpty() || project.equals(projectId) || workspace.equals(workspaceId);
        }

        boolean concerns(Subscriber subscriber) {
            return userId.isEmpty() || subscriber.caller().userId().equals(userId);
        }
    }

    /** The models that the person may see now; looked up again when memberships change, and regularly. */
    static final class VisibleModels {
        private volatile AllowedModels models;

        VisibleModels(AllowedModels models) {
            this.models = models;
        }

        AllowedModels models() {
            return models;
        }

        /** Whether these are other models than before. */
        synchronized boolean change(AllowedModels now) {
            boolean others = !now.list().equals(models.list());
            models = now;
            return others;
        }
    }
}
