package cms.delivery;

import cms.access.Capability;
import cms.delivery.serve.BlockingReads;
import cms.delivery.serve.DeliveryDoor;
import cms.delivery.serve.MediaReads;
import cms.delivery.serve.ReadHeaders;
import cms.git.Branch;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.platform.limits.Limits;
import cms.project.Access;
import cms.project.AllowedModels;
import cms.project.DeliverySettings;
import cms.project.Project;
import cms.project.ProjectAccess;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Settings, builds, and the delivered files (spec 4.12). */
final class DeliveryRoutes {
    private static final String CDN = "/api/workspaces/{workspaceId}/projects/{projectId}/cdn";

    private final Delivery delivery;
    private final Access access;
    private final BlockingReads reads;
    private final MediaReads media;

    /** @param reads answers reads that the front door does not answer from memory */
    DeliveryRoutes(Delivery delivery, Access access, BlockingReads reads, MediaReads media) {
        this.delivery = delivery;
        this.access = access;
        this.reads = reads;
        this.media = media;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(CDN + "/settings", this::settings)
                .patch(CDN + "/settings", Audit.of("update_delivery", "projects", "projectId"), this::change)
                .get(CDN + "/builds", this::builds);
        routes.on(Surface.SESSION)
                .limitedPerCaller(Limits.BUILDS.rate())
                .post(CDN + "/builds/trigger", Audit.ofLater("trigger_build", "projects", "projectId"), this::trigger);
        routes.on(Surface.KEYED)
                .openTo(ReadHeaders.PAGES)
                .get(
                        DeliveryDoor.PREFIX + "{projectId}/media/<path>{?v,w,h,ar,fit,q,format,fp,sig,exp,others*}",
                        media::read)
                .get(DeliveryDoor.PREFIX + "{projectId}/<path>{?others*}", reads::read);
    }

    private Answer settings(Request request) {
        return render(project(request, Capability.VIEW_PROJECT).delivery());
    }

    private Answer change(Request request) {
        Project project = project(request, Capability.CONFIGURE_DELIVERY);
        Body body = request.body();
        Optional<Boolean> enabled = body.flag("cdn_enabled");
        if (enabled.orElse(false) && !project.delivery().enabled()) {
            delivery.requirePlan(project);
        }
        Optional<Optional<String>> branch = body.has("cdn_branch") ? Optional.of(branch(body)) : Optional.empty();
        return render(delivery.change(
                project, new DeliverySettings.SettingsUpdate(enabled, branch, body.flag("cdn_public_media"))));
    }

    private Answer builds(Request request) {
        ProjectAccess where = access.require(request, Capability.VIEW_PROJECT);
        List<ObjectNode> builds = delivery.newestBuilds(where.project(), where.models());
        if (!where.models().isAll()) {
            return Answer.json(request.compute(where.project().workspaceId(), () -> narrowed(builds, where)));
        }
        return Answer.json(builds);
    }

    private List<ObjectNode> narrowed(List<ObjectNode> builds, ProjectAccess where) {
        builds.forEach(build -> narrow(build, where.models())
                .put("commit_sha", delivery.shownCommit(where.project(), build, where.models())));
        return builds;
    }

    /** Removes models that the caller may not see from a build, also from the paths of files that were left out. */
    private static ObjectNode narrow(ObjectNode build, AllowedModels models) {
        List<JsonNode> seen = build.path("changed_models")
                .valueStream()
                .filter(id -> models.allows(id.asString()))
                .toList();
        build.putArray("changed_models").addAll(seen);
        if (build.path("error_message").asString("").startsWith(BuildResult.LEFT_OUT)) {
            build.put(
                    "error_message",
                    "Files that cannot be read were left out; callers who see all models get their names.");
        }
        return build;
    }

    private Answer trigger(Request request) {
        ManualBuild build = delivery.trigger(project(request, Capability.TRIGGER_BUILD));
        return Answer.events(build::relay);
    }

    /** The branch to deliver; empty for the project's default branch. */
    private static Optional<String> branch(Body body) {
        Optional<String> named = body.text("cdn_branch");
        if (named.isPresent() && !Branch.isName(named.get())) {
            throw Failure.invalid("`cdn_branch` must be the name of a branch, or null for the default branch.");
        }
        return named;
    }

    private Project project(Request request, Capability capability) {
        return access.require(request, capability).project();
    }

    private static Answer render(DeliverySettings settings) {
        return Answer.json(Json.object()
                .put("cdn_enabled", settings.enabled())
                .put("cdn_branch", settings.branch())
                .put("cdn_public_media", settings.publicMedia()));
    }
}
