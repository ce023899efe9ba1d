package cms.usage;

import cms.access.Capability;
import cms.auth.Caller;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.workspace.Workspace;
import cms.workspace.Workspaces;

/** {@code GET W/usage} in both forms (spec 4.5). */
final class UsageRoutes {
    private final Workspaces workspaces;
    private final UsageReport report;

    UsageRoutes(Workspaces workspaces, UsageReport report) {
        this.workspaces = workspaces;
        this.report = report;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION).get("/api/workspaces/{workspaceId}/usage{?format}", this::show);
    }

    private Answer show(Request request) {
        Workspace workspace = workspaces
                .require(Caller.of(request), request.pathParameter("workspaceId"), Capability.VIEW_USAGE)
                .workspace();
        String format = request.query("format").orElse("full");
        return switch (format) {
            case "full" -> Answer.json(report.full(workspace));
            case "simple" -> Answer.json(report.simple(workspace));
            default -> throw Failure.invalid("`format` must be simple, or left out.");
        };
    }
}
