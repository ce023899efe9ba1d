package cms.content;

import cms.access.Capability;
import cms.auth.Caller;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.project.Access;
import cms.project.ProjectAccess;
import cms.review.Outcome;
import tools.jackson.databind.node.ObjectNode;

/** Saving content and changing its status (spec 4.8). */
final class ContentRoutes {
    static final String PROJECT = "/api/workspaces/{workspaceId}/projects/{projectId}";

    private final Access access;
    private final Contents contents;

    ContentRoutes(Access access, Contents contents) {
        this.access = access;
        this.contents = contents;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .post(PROJECT + "/content/{modelId}", this::save)
                .patch(PROJECT + "/content/{modelId}/status", this::changeStatus);
    }

    private Answer save(Request request) {
        ProjectAccess place = require(request, Capability.SAVE_CONTENT);
        SaveRequest save = SaveRequest.parse(request.pathParameter("modelId"), request.body());
        return Answer.json(SaveAnswer.of(contents.save(place.project(), author(request), save)));
    }

    private Answer changeStatus(Request request) {
        ProjectAccess place = require(request, Capability.CHANGE_STATUS);
        StatusRequest wanted = StatusRequest.parse(request.pathParameter("modelId"), request.body());
        Outcome<StatusRequest> outcome = contents.changeStatus(place.project(), author(request), wanted);
        ObjectNode json = Json.object()
                .put("merged", merged(outcome))
                .put("status", wanted.status().wireName());
        wanted.entryIds().forEach(json.putArray("entryIds")::add);
        return Answer.json(json);
    }

    /** Role and models before the body, and both before the target (design 2.2). */
    private ProjectAccess require(Request request, Capability capability) {
        ProjectAccess place = require(access, request, capability);
        place.models().require(request.pathParameter("modelId"));
        return place;
    }

    static ProjectAccess require(Access access, Request request, Capability capability) {
        return access.require(
                Caller.of(request),
                request.pathParameter("workspaceId"),
                request.pathParameter("projectId"),
                capability);
    }

    static Author author(Request request) {
        Caller caller = Caller.of(request);
        return Author.person(caller.userId(), caller.email());
    }

    static boolean merged(Outcome<?> outcome) {
        return outcome instanceof Outcome.Submitted<?> submitted
                && submitted.change().merged();
    }
}
