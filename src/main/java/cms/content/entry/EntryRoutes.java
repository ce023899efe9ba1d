package cms.content.entry;

import cms.access.Capability;
import cms.content.api.SaveReport;
import cms.content.api.StatusRequest;
import cms.content.api.Written;
import cms.content.write.Call;
import cms.content.write.RequestCall;
import cms.content.write.SaveAnswer;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Handler;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.platform.limits.Limits;
import cms.project.Access;
import java.util.function.BiFunction;
import tools.jackson.databind.node.ObjectNode;

/** Routes that change entries (spec 4.8; deleting, schedules and batches are beyond it). */
public final class EntryRoutes {
    private static final String CONTENT = RequestCall.PROJECT + "/content/{modelId}";

    private final Access access;
    private final Entries entries;

    public EntryRoutes(Access access, Entries entries) {
        this.access = access;
        this.entries = entries;
    }

    public void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .takingContent()
                .limitedPerCaller(Limits.CONTENT_WRITES.rate())
                .post(
                        CONTENT + RequestCall.QUERY,
                        Audit.byCommits(),
                        saving(Capability.SAVE_CONTENT, EntryBodies::save, entries::save))
                .post(
                        CONTENT + "/batch" + RequestCall.QUERY,
                        Audit.byCommits(),
                        saving(Capability.SAVE_CONTENT, EntryBodies::batch, entries::saveAll))
                .delete(
                        CONTENT + RequestCall.QUERY,
                        Audit.byCommits(),
                        saving(Capability.DELETE_CONTENT, EntryBodies::delete, entries::delete))
                .patch(
                        CONTENT + "/schedule" + RequestCall.QUERY,
                        Audit.byCommits(),
                        saving(Capability.CHANGE_STATUS, EntryBodies::schedule, entries::schedule))
                .patch(CONTENT + "/status" + RequestCall.QUERY, Audit.byCommits(), this::changeStatus);
    }

    /** Checks the right, parses the request, saves, and renders the answer that all saves share. */
    private <T> Handler saving(
            Capability capability, BiFunction<String, Body, T> parse, BiFunction<Call, T, Written<SaveReport>> carry) {
        return request -> {
            Call call = RequestCall.of(access, request, capability);
            T wanted = parse.apply(request.pathParameter("modelId"), request.body());
            boolean waits = capability == Capability.SAVE_CONTENT
                    && request.body().flag("review").orElse(false);
            Written<SaveReport> written = carry.apply(waits ? call.waiting() : call, wanted);
            return SaveAnswer.answer(request, written, SaveAnswer.of(written));
        };
    }

    private Answer changeStatus(Request request) {
        Call call = RequestCall.of(access, request, Capability.CHANGE_STATUS);
        StatusRequest wanted = EntryBodies.status(request.pathParameter("modelId"), request.body());
        Written<StatusRequest> written = entries.changeStatus(call, wanted);
        ObjectNode json = Json.object()
                .put("merged", written.merged())
                .put("status", wanted.status().wireName());
        wanted.entryIds().forEach(json.putArray("entryIds")::add);
        json.put("commit", written.diff().isEmpty() ? null : SaveAnswer.sha(written));
        return Answer.json(SaveAnswer.withDivergence(json, written));
    }
}
