package cms.content.locale;

import cms.access.Capability;
import cms.content.snapshot.ParsedFiles;
import cms.content.write.Call;
import cms.content.write.SaveAnswer;
import cms.content.write.SaveReport;
import cms.content.write.Writes;
import cms.content.write.Written;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.project.Access;
import cms.review.BranchTopic;
import cms.review.Changes.LandingRule;

/** Copying content to a locale, and supporting another one (both beyond the specification). */
public final class LocaleRoutes {
    private final Access access;
    private final Writes writes;
    private final ParsedFiles files;

    public LocaleRoutes(Access access, Writes writes, ParsedFiles files) {
        this.access = access;
        this.writes = writes;
        this.files = files;
    }

    public void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .post(Call.PROJECT + "/content/{modelId}/copy-locale", this::copy)
                .post(Call.PROJECT + "/locales", this::add);
    }

    private Answer copy(Request request) {
        Call call = Call.of(access, request, Capability.COPY_LOCALE);
        LocaleCopyRequest wanted = LocaleCopyRequest.parse(request.pathParameter("modelId"), request.body());
        LocaleCopy copy = new LocaleCopy(wanted, call.author(), files);
        Written<SaveReport> written =
                writes.submit(call, BranchTopic.content(wanted.modelId()), LandingRule.BY_WORKFLOW, copy::over);
        return Answer.json(SaveAnswer.of(written));
    }

    /** A setting lands at once; content that comes with it waits for review like any other. */
    private Answer add(Request request) {
        Call call = Call.of(access, request, Capability.ADD_LOCALE);
        LocaleAdditionRequest wanted = LocaleAdditionRequest.parse(request.body());
        LocaleAddition addition = new LocaleAddition(wanted, call.author(), files);
        LandingRule rule = wanted.copyFrom().isEmpty() ? LandingRule.AT_ONCE : LandingRule.BY_WORKFLOW;
        return Answer.json(SaveAnswer.of(writes.submit(call, BranchTopic.config(), rule, addition::over)));
    }
}
