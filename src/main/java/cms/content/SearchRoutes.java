package cms.content;

import cms.access.Capability;
import cms.content.search.SearchCriteria;
import cms.content.write.RequestCall;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.limits.Limits;
import cms.project.Access;
import cms.project.ProjectAccess;

/** The route that finds entries by their words (beyond the specification). */
final class SearchRoutes {
    private static final int RESULTS = 20;

    private final Access access;
    private final Contents contents;

    SearchRoutes(Access access, Contents contents) {
        this.access = access;
        this.contents = contents;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .limitedPerCaller(Limits.SEARCH.rate())
                .get(RequestCall.PROJECT + "/search{?q,model,locale,at,limit}", this::search);
    }

    private Answer search(Request request) {
        ProjectAccess place = access.require(request, Capability.READ_CONTENT);
        String question = request.query("q")
                .orElseThrow(() -> Failure.invalid("`q` is required: at least one word or a phrase in double quotes."));
        return Answer.json(request.compute(
                        place.project().workspaceId(),
                        () -> contents.search(
                                place,
                                request.query("at"),
                                question,
                                request.query("model"),
                                request.query("locale"),
                                request.number("limit", RESULTS, SearchCriteria.LIMIT_MAX))))
                .withHeader("Cache-Control", "private, no-cache");
    }
}
