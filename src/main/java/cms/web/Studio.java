package cms.web;

import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import java.util.Optional;

/** The studio, the interface in the browser: its page, the same at every path, and the files of its bundle. */
public final class Studio {
    private final Assets assets;
    private final StudioPage page;

    private Studio(Assets assets, StudioPage page) {
        this.assets = assets;
        this.page = page;
    }

    /** The studio; empty where the jar was made without the bundle. */
    public static Optional<Studio> ofJar(ServiceFacts instance) {
        return Assets.ofJar().map(assets -> new Studio(assets, new StudioPage(assets.page(), instance)));
    }

    /** Mounts the routes, after all others, so that no path of another room is taken by a page. */
    public void routes(Routes routes) {
        routes.on(Surface.PUBLIC)
                .get("/{?others*}", this::page)
                .get("/welcome{?others*}", this::page)
                .get("/w/<place>{?others*}", this::page)
                .get("/settings/<section>{?others*}", this::page)
                .get("/assets/{asset}{?others*}", this::asset);
    }

    private Answer page(Request request) {
        return page.answer();
    }

    private Answer asset(Request request) {
        BundleFile asset = assets.find(request.pathParameter("asset"))
                .orElseThrow(() -> Failure.notFound("There is no such file of the studio."));
        BundleFile.FileCoding coding =
                BundleFile.FileCoding.smallest(request.header("Accept-Encoding").orElse(""));
        Answer answer = Answer.bytes(200, asset.contentType(), asset.bytes(coding))
                .withHeader("Cache-Control", "public, max-age=31536000, immutable")
                .withHeader("Vary", "Accept-Encoding");
        return switch (coding) {
            case IDENTITY -> answer;
            case GZIP -> answer.withHeader("Content-Encoding", "gzip");
            case BROTLI -> answer.withHeader("Content-Encoding", "br");
        };
    }
}
