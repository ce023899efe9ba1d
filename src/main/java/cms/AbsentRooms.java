package cms;

import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.CrossOrigin;
import cms.platform.http.Handler;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;

/**
 * Routes in place of the enterprise rooms where that part is not built in: each answers that the feature is absent.
 *
 * <p>Delivery, conversation keys and webhooks answer 403, media 503 (spec 1). Model keys have an answer of their own.
 */
final class AbsentRooms {
    private static final String PROJECT = "/api/workspaces/{workspaceId}/projects/{projectId}";

    void routes(Routes routes) {
        for (String room : new String[] {"/cdn", "/previews", "/conversation-keys", "/webhooks"}) {
            mount(routes.on(Surface.SESSION), PROJECT + room, AbsentRooms::forbidden);
        }
        mount(routes.on(Surface.SESSION), PROJECT + "/media", AbsentRooms::unavailable);
        mount(routes.on(Surface.KEYED).openTo(CrossOrigin.any("Authorization")), "/api/cdn/v1", AbsentRooms::forbidden);
        mount(routes.on(Surface.KEYED), "/api/conversation/v1", AbsentRooms::forbidden);
        mount(routes.on(Surface.KEYED), "/api/media/v1", AbsentRooms::unavailable);
    }

    private static void mount(Routes.Group group, String room, Handler handler) {
        for (String path : new String[] {room + "{?others*}", room + "/<rest>{?others*}"}) {
            group.get(path, handler)
                    .post(path, handler)
                    .put(path, handler)
                    .patch(path, handler)
                    .delete(path, handler);
        }
    }

    private static Answer forbidden(Request request) {
        throw Failure.forbidden("This is part of the enterprise edition, which this service does not run.");
    }

    private static Answer unavailable(Request request) {
        throw Failure.absent("Media is part of the enterprise edition, which this service does not run.");
    }
}
