package cms.delivery.preview;

import cms.access.Capability;
import cms.auth.Caller;
import cms.delivery.serve.ReadHeaders;
import cms.delivery.wire.FilePath;
import cms.platform.door.PlainPath;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.CrossOrigin;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.StatusTable;
import cms.platform.http.Surface;
import cms.platform.limits.Limits;
import cms.project.Access;
import cms.project.Project;
import cms.project.ProjectAccess;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Previews of open changes and of drafts: {@code P/previews}, and the links themselves. */
public final class PreviewRoutes {
    private static final String PREVIEWS = "/api/workspaces/{workspaceId}/projects/{projectId}/previews";
    private static final String READ = "/api/cdn/v1/{projectId}/~/{token}/<path>";
    private static final int SEGMENTS_BEFORE_PATH = 6;
    private static final Duration LIFE_MIN = Duration.ofMinutes(1);
    private static final Duration LIFE = Duration.ofDays(1);
    private static final Duration LIFE_MAX = Duration.ofDays(7);
    private static final int PATHS_MAX = 100;
    private static final int PATH_CHARS_MAX = 1_024;

    private final Previews previews;
    private final Access access;
    private final Consumer<Project> requirePlan;
    private final URI publicUrl;

    /** @param requirePlan fails where the plan of the workspace does not include delivery */
    public PreviewRoutes(Previews previews, Access access, Consumer<Project> requirePlan, URI publicUrl) {
        this.previews = previews;
        this.access = access;
        this.requirePlan = requirePlan;
        this.publicUrl = publicUrl;
    }

    /** To be called before the route that takes every other delivered path. */
    public void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .limitedPerCaller(Limits.PREVIEWS.rate())
                .get(PREVIEWS, this::list)
                .post(PREVIEWS, Audit.ofMade("create_preview", "delivery_previews"), this::make)
                .delete(
                        PREVIEWS + "/{previewId}",
                        Audit.of("delete_preview", "delivery_previews", "previewId"),
                        this::end);
        routes.on(Surface.KEYED)
                .openTo(CrossOrigin.any())
                .limitedPerAddress(Limits.PREVIEW_READS.rate())
                .get(READ + "{?others*}", this::read);
    }

    private Answer list(Request request) {
        return Answer.json(previews.list(access(request), Caller.of(request).userId()).stream()
                .map(Preview::json)
                .toList());
    }

    private Answer make(Request request) {
        ProjectAccess maker = access(request);
        requirePlan.accept(maker.project());
        Body body = request.body();
        long seconds = body.integer("expiresIn").orElse(LIFE.toSeconds());
        if (seconds < LIFE_MIN.toSeconds() || seconds > LIFE_MAX.toSeconds()) {
            throw Failure.invalid("`expiresIn` takes " + LIFE_MIN.toSeconds() + " to " + LIFE_MAX.toSeconds()
                    + " seconds (seven days).");
        }
        List<String> paths = body.texts("paths").orElse(List.of());
        checkPaths(paths);
        var options = new Previews.Options(body.requiredText("branch"), Duration.ofSeconds(seconds), paths);
        Previews.Made made = previews.make(maker, Caller.of(request).userId(), options);
        String url = publicUrl
                .resolve("/api/cdn/v1/" + maker.project().id() + "/~/" + made.token() + "/")
                .toString();
        return Answer.json(made.preview().json().put("url", url))
                .showingSecretOf(made.preview().id());
    }

    private Answer end(Request request) {
        previews.end(access(request), Caller.of(request).userId(), request.pathParameter("previewId"));
        return Answer.json(Map.of("revoked", true));
    }

    private Answer read(Request request) {
        try {
            String path = FilePath.decodeAfter(SEGMENTS_BEFORE_PATH, PlainPath.of(request.path()));
            var body = previews.read(
                    request.pathParameter("projectId"), request.pathParameter("token"), path, (preview, project) -> {
                        request.countMemoryFor(preview.id(), project.workspaceId());
                        return request.turn(project.workspaceId());
                    });
            return secretive(Answer.view(200, ReadHeaders.JSON, body.content()));
        } catch (Failure refused) {
            return secretive(StatusTable.answer(refused));
        }
    }

    /** Adds headers that keep the link secret: no caching, no indexing, no referrer. */
    private static Answer secretive(Answer answer) {
        return answer.withHeader("Cache-Control", "no-store")
                .withHeader("X-Robots-Tag", "noindex, nofollow")
                .withHeader("Referrer-Policy", "no-referrer");
    }

    private static void checkPaths(List<String> paths) {
        boolean odd = paths.size() > PATHS_MAX
                || paths.stream()
                        .anyMatch(path -> path.isBlank() || path.startsWith("/") || path.length() > PATH_CHARS_MAX);
        if (odd) {
            throw Failure.invalid("`paths` takes at most " + PATHS_MAX
                    + " delivery paths, for instance content/posts/en.json, or documents/ for all below.");
        }
    }

    private ProjectAccess access(Request request) {
        return access.require(request, Capability.MAKE_PREVIEWS);
    }
}
