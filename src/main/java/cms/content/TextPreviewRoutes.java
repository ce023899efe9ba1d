package cms.content;

import cms.access.Capability;
import cms.content.write.RequestCall;
import cms.format.Markdown;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.limits.Limits;
import cms.project.Access;
import java.util.Map;

/** The route that renders a Markdown text to HTML as delivery does, and stores nothing (beyond the specification). */
final class TextPreviewRoutes {
    /**
     * Longest text that is previewed, as a client asks again at each pause in typing. Longer texts are still delivered.
     */
    private static final int MARKDOWN_CHARS_MAX = 200_000;

    private final Access access;

    TextPreviewRoutes(Access access) {
        this.access = access;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .takingContent()
                .limitedPerCaller(Limits.MARKDOWN_PREVIEW.rate())
                .post(RequestCall.PROJECT + "/preview", this::preview);
    }

    private Answer preview(Request request) {
        String workspaceId =
                access.require(request, Capability.READ_CONTENT).project().workspaceId();
        String markdown = request.body()
                .text("markdown")
                .orElseThrow(() -> Failure.invalid("`markdown` is required: a text, which may be empty."));
        if (markdown.length() > MARKDOWN_CHARS_MAX) {
            throw Failure.invalid("`markdown` may have at most " + MARKDOWN_CHARS_MAX + " characters.");
        }
        return Answer.json(Map.of("html", request.compute(workspaceId, () -> rendered(markdown))));
    }

    private static String rendered(String markdown) {
        if (Markdown.isTooMuch(markdown)) {
            throw Failure.unprocessable(Markdown.TOO_MUCH).withCode("content.too_many_values");
        }
        return Markdown.html(markdown);
    }
}
