package cms.content.write;

import cms.access.Capability;
import cms.auth.Caller;
import cms.platform.failure.Failure;
import cms.platform.http.Request;
import cms.project.Access;
import cms.project.Project;
import cms.project.ProjectAccess;

/**
 * A request that writes: where, on whose behalf, and whether it is only tried out.
 *
 * @param dryRun everything is computed and answered, nothing is stored
 */
public record Call(ProjectAccess place, Author author, boolean dryRun) {
    /** The path of a project; every route of this room lies below it. */
    public static final String PROJECT = "/api/workspaces/{workspaceId}/projects/{projectId}";

    private static final String DRY_RUN = "dryRun";

    /** Role and models before the body, and both before the target (design 2.2). */
    public static Call of(Access access, Request request, Capability capability) {
        ProjectAccess place = require(access, request, capability);
        if (request.route().path().contains("{modelId}")) {
            place.models().require(request.pathParameter("modelId"));
        }
        Caller caller = Caller.of(request);
        return new Call(place, Author.person(caller.userId(), caller.email()), dryRun(request));
    }

    /** What the caller is in the project of the path, where the caller may do that. */
    public static ProjectAccess require(Access access, Request request, Capability capability) {
        return access.require(
                Caller.of(request),
                request.pathParameter("workspaceId"),
                request.pathParameter("projectId"),
                capability);
    }

    public Project project() {
        return place.project();
    }

    private static boolean dryRun(Request request) {
        return switch (request.query(DRY_RUN).orElse("false")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw Failure.invalid("`dryRun` must be true or false.");
        };
    }
}
