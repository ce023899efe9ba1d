package cms.content.locale;

import cms.access.Capability;
import cms.content.api.LocaleAdditionRequest;
import cms.content.api.LocaleCopyRequest;
import cms.content.api.SaveReport;
import cms.content.api.Written;
import cms.content.write.Call;
import cms.content.write.RequestCall;
import cms.content.write.SaveAnswer;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.limits.Limits;
import cms.project.Access;
import java.util.List;

/** Routes that copy content to a locale and add locales to a project (both beyond the specification). */
public final class LocaleRoutes {
    private final Access access;
    private final Locales locales;

    public LocaleRoutes(Access access, Locales locales) {
        this.access = access;
        this.locales = locales;
    }

    public void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .takingContent()
                .limitedPerCaller(Limits.CONTENT_WRITES.rate())
                .post(
                        RequestCall.PROJECT + "/content/{modelId}/copy-locale" + RequestCall.QUERY,
                        Audit.byCommits(),
                        this::copy)
                .post(RequestCall.PROJECT + "/locales" + RequestCall.QUERY, Audit.byCommits(), this::add);
    }

    private Answer copy(Request request) {
        Call call = RequestCall.of(access, request, Capability.COPY_LOCALE);
        Body body = request.body();
        LocaleCopyRequest wanted = new LocaleCopyRequest(
                request.pathParameter("modelId"),
                body.requiredText("from"),
                body.requiredText("to"),
                body.texts("entryIds").orElse(List.of()));
        Written<SaveReport> written = locales.copy(call, wanted);
        return SaveAnswer.answer(request, written, SaveAnswer.of(written));
    }

    private Answer add(Request request) {
        Call call = RequestCall.of(access, request, Capability.ADD_LOCALE);
        Body body = request.body();
        LocaleAdditionRequest wanted = new LocaleAdditionRequest(body.requiredText("locale"), body.text("copyFrom"));
        Written<SaveReport> written = locales.add(call, wanted);
        return SaveAnswer.answer(request, written, SaveAnswer.of(written));
    }
}
