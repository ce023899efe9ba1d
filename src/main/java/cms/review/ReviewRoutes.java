package cms.review;

import cms.access.Capability;
import cms.auth.Caller;
import cms.format.merge.Resolution;
import cms.git.Branch;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.project.Access;
import cms.project.ProjectAccess;
import cms.review.files.Comparison;
import cms.review.files.Resolutions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Open changes of a project (spec 4.8, reference 3.4). */
final class ReviewRoutes {
    private static final String BRANCHES = "/api/workspaces/{workspaceId}/projects/{projectId}/branches";
    private static final String BRANCH = BRANCHES + "/{branch}";

    private final Changes changes;
    private final Access access;

    ReviewRoutes(Changes changes, Access access) {
        this.changes = changes;
        this.access = access;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(BRANCHES, this::list)
                .get(BRANCHES + "/health", this::health)
                .post(BRANCHES + "/cleanup", this::cleanUp)
                .get(BRANCH + "/diff", this::diff)
                .post(BRANCH + "/merge", this::merge)
                .post(BRANCH + "/reject", this::reject);
    }

    private Answer list(Request request) {
        ProjectAccess where = require(request, Capability.READ_BRANCHES);
        ObjectNode json = Json.object();
        ArrayNode list = json.putArray("branches");
        for (Branch branch : changes.branches(where.project(), where.models())) {
            list.addObject()
                    .put("name", branch.name())
                    .put("sha", branch.tip().sha())
                    .put("protected", false);
        }
        return Answer.json(json);
    }

    private Answer health(Request request) {
        ProjectAccess where = require(request, Capability.READ_BRANCHES);
        BranchHealth health = changes.health(where.project());
        return Answer.json(Json.object()
                .put("status", health.status())
                .put("unmergedCount", health.unmergedCount())
                .put("lastChecked", health.lastChecked().toString())
                .put("parkedPush", health.parkedPush().orElse(null)));
    }

    private Answer cleanUp(Request request) {
        ProjectAccess where = require(request, Capability.CLEAN_UP_BRANCHES);
        OpenChanges.Cleanup cleanup = changes.cleanUp(where.project());
        ObjectNode json = Json.object();
        ArrayNode deleted = json.putArray("deleted");
        cleanup.deleted().forEach(deleted::add);
        return Answer.json(json.put("remaining", cleanup.remaining())
                .put("status", changes.health(where.project()).status()));
    }

    private Answer diff(Request request) {
        ProjectAccess where = require(request, Capability.READ_BRANCHES);
        ObjectNode json = Json.object();
        ArrayNode files = json.putArray("diff");
        for (Comparison.File file : changes.diff(where.project(), branch(request), where.models())) {
            ObjectNode item = files.addObject()
                    .put("path", file.path())
                    .put("status", file.status().name().toLowerCase(Locale.ROOT));
            item.set("before", file.before());
            item.set("after", file.after());
        }
        return Answer.json(json);
    }

    private Answer merge(Request request) {
        ProjectAccess where = require(request, Capability.MERGE_BRANCH);
        List<Resolution> resolutions = request.bodyBytes().length == 0 ? List.of() : Resolutions.parse(request.body());
        Changes.Landed landed =
                changes.merge(where.project(), branch(request), actor(request), where.models(), resolutions);
        return Answer.json(Json.object()
                .put("merged", landed.merged())
                .put("sha", landed.sha().sha())
                .put("pullRequestUrl", landed.pullRequestUrl()));
    }

    private Answer reject(Request request) {
        ProjectAccess where = require(request, Capability.REJECT_BRANCH);
        changes.reject(where.project(), branch(request), actor(request), where.models());
        return Answer.json(Map.of("rejected", true));
    }

    private ProjectAccess require(Request request, Capability capability) {
        return access.require(
                Caller.of(request),
                request.pathParameter("workspaceId"),
                request.pathParameter("projectId"),
                capability);
    }

    private static String branch(Request request) {
        return request.pathParameter("branch");
    }

    private static Actor actor(Request request) {
        Caller caller = Caller.of(request);
        return Actor.person(caller.userId(), caller.email());
    }
}
