package cms.content;

import cms.access.Capability;
import cms.content.write.RequestCall;
import cms.format.Markdown;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.project.Access;
import java.util.Map;

/** What a text will look like when it is delivered; nothing is stored (beyond the specification). */
final class PreviewRoutes {
    /** A body that is longer cannot be saved either. */
    private static final int MARKDOWN_CHARS_MAX = 2_000_000;

    private final Access access;

    PreviewRoutes(Access access) {
        this.access = access;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION).takingContent().post(RequestCall.PROJECT + "/preview", this::preview);
    }

    private Answer preview(Request request) {
        access.require(request, Capability.READ_CONTENT);
        String markdown = request.body()
                .text("markdown")
                .orElseThrow(() -> Failure.invalid("`markdown` is required: a text, which may be empty."));
        if (markdown.length() > MARKDOWN_CHARS_MAX) {
            throw Failure.invalid("`markdown` may have at most " + MARKDOWN_CHARS_MAX + " characters.");
        }
        if (Markdown.isTooMuch(markdown)) {
            throw Failure.unprocessable(Markdown.TOO_MUCH).withCode("content.too-many-values");
        }
        return Answer.json(Map.of("html", Markdown.html(markdown)));
    }
}
