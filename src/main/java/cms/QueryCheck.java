package cms;

import cms.access.Capability;
import cms.auth.Caller;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Handler;
import cms.platform.http.Middleware;
import cms.platform.http.Request;
import cms.platform.http.Surface;
import cms.project.Access;
import cms.workspace.Workspaces;

/**
 * Refuses a query parameter that the route does not state, before its handler (decision 167). Nobody signed in, and a
 * stranger to the workspace or project of the path, is told that first. Keys are found by their rooms, which check the
 * query then.
 */
record QueryCheck(Workspaces workspaces, Access access) implements Middleware {
    @Override
    public Answer handle(Request request, Handler next) {
        if (request.surface() != Surface.KEYED) {
            try {
                request.checkQuery();
            } catch (Failure unknown) {
                requirePlace(request);
                throw unknown;
            }
        }
        return next.handle(request);
    }

    private void requirePlace(Request request) {
        if (request.surface() != Surface.SESSION) {
            return;
        }
        Caller caller = Caller.of(request);
        String path = request.route().path();
        if (path.contains("{projectId}")) {
            access.require(request, Capability.VIEW_PROJECT);
        } else if (path.contains("{workspaceId}")) {
            workspaces.require(caller, request.pathParameter("workspaceId"), Capability.VIEW_WORKSPACE);
        }
    }
}
