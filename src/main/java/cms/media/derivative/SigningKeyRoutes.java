package cms.media.derivative;

import cms.access.Capability;
import cms.auth.Caller;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.platform.json.VisibleName;
import cms.project.Access;
import cms.project.Project;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** Keys that sign sizes of pictures. */
public final class SigningKeyRoutes {
    private static final String KEYS = "/api/workspaces/{workspaceId}/projects/{projectId}/media/signing-keys";

    private static final int NAME_CHARS_MAX = 100;

    private final Access access;
    private final SigningKeys keys;
    private final Consumer<Project> plan;

    /** @param plan refuses a project whose plan has no media */
    public SigningKeyRoutes(Access access, SigningKeys keys, Consumer<Project> plan) {
        this.access = access;
        this.keys = keys;
        this.plan = plan;
    }

    public void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(KEYS, this::list)
                .post(KEYS, Audit.ofMade("create_media_signing_key", "media_signing_keys"), this::make)
                .delete(
                        KEYS + "/{keyId}",
                        Audit.of("delete_media_signing_key", "media_signing_keys", "keyId"),
                        this::delete);
    }

    private Answer list(Request request) {
        return Answer.json(keys.list(project(request).id()).stream()
                .map(SigningKeyRoutes::json)
                .toList());
    }

    private Answer make(Request request) {
        Project project = project(request);
        SigningKeys.Made made = keys.make(project.id(), Caller.of(request).userId(), name(request));
        return Answer.json(json(made.key()).put("key", made.plainText()))
                .showingSecretOf(made.key().id());
    }

    private Answer delete(Request request) {
        keys.delete(project(request).id(), request.pathParameter("keyId"));
        return Answer.json(Map.of("deleted", true));
    }

    private static String name(Request request) {
        String name = request.hasBody() ? request.body().text("name").orElse("") : "";
        return name.isBlank() ? "" : VisibleName.parse("name", name, NAME_CHARS_MAX);
    }

    private Project project(Request request) {
        Project project =
                access.require(request, Capability.MANAGE_MEDIA_SIGNING_KEYS).project();
        plan.accept(project);
        return project;
    }

    private static ObjectNode json(SigningKey key) {
        return Json.object()
                .put("id", key.id())
                .put("name", key.name())
                .put("key_prefix", key.prefix())
                .put("created_by", key.createdBy())
                .put("created_at", key.createdAt().toString());
    }
}
