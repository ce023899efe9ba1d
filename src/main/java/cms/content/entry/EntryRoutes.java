package cms.content.entry;

import cms.access.Capability;
import cms.content.snapshot.ParsedFiles;
import cms.content.write.Call;
import cms.content.write.SaveAnswer;
import cms.content.write.Writes;
import cms.content.write.Written;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.project.Access;
import tools.jackson.databind.node.ObjectNode;

/** Changing entries (spec 4.8; deleting, schedules, copies and batches are routes beyond it). */
public final class EntryRoutes {
    private static final String CONTENT = Call.PROJECT + "/content/{modelId}";

    private final Access access;
    private final Entries entries;

    public EntryRoutes(Access access, Writes writes, ParsedFiles files) {
        this.access = access;
        this.entries = new Entries(writes, files);
    }

    public void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .post(CONTENT, this::save)
                .patch(CONTENT + "/status", this::changeStatus)
                .delete(CONTENT, this::delete)
                .patch(CONTENT + "/schedule", this::schedule)
                .post(CONTENT + "/copy-locale", this::copyLocale)
                .post(CONTENT + "/batch", this::saveAll);
    }

    private Answer save(Request request) {
        Call call = Call.of(access, request, Capability.SAVE_CONTENT);
        SaveRequest save = SaveRequest.parse(request.pathParameter("modelId"), request.body());
        return Answer.json(SaveAnswer.of(entries.save(call, save)));
    }

    private Answer changeStatus(Request request) {
        Call call = Call.of(access, request, Capability.CHANGE_STATUS);
        StatusRequest wanted = StatusRequest.parse(request.pathParameter("modelId"), request.body());
        Written<StatusRequest> written = entries.changeStatus(call, wanted);
        ObjectNode json = Json.object()
                .put("merged", written.merged())
                .put("status", wanted.status().wireName());
        wanted.entryIds().forEach(json.putArray("entryIds")::add);
        return Answer.json(json);
    }

    private Answer delete(Request request) {
        Call call = Call.of(access, request, Capability.DELETE_CONTENT);
        DeleteRequest wanted = DeleteRequest.parse(request.pathParameter("modelId"), request.body());
        return Answer.json(SaveAnswer.of(entries.delete(call, wanted)));
    }

    private Answer schedule(Request request) {
        Call call = Call.of(access, request, Capability.CHANGE_STATUS);
        ScheduleRequest wanted = ScheduleRequest.parse(request.pathParameter("modelId"), request.body());
        return Answer.json(SaveAnswer.of(entries.schedule(call, wanted)));
    }

    private Answer copyLocale(Request request) {
        Call call = Call.of(access, request, Capability.COPY_LOCALE);
        LocaleCopyRequest wanted = LocaleCopyRequest.parse(request.pathParameter("modelId"), request.body());
        return Answer.json(SaveAnswer.of(entries.copyLocale(call, wanted)));
    }

    private Answer saveAll(Request request) {
        Call call = Call.of(access, request, Capability.SAVE_CONTENT);
        BatchRequest wanted = BatchRequest.parse(request.pathParameter("modelId"), request.body());
        return Answer.json(SaveAnswer.of(entries.saveAll(call, wanted)));
    }
}
