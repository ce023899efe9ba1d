package cms.delivery;

import cms.delivery.serve.BlockingReads;
import cms.platform.http.Routes;
import cms.platform.http.Surface;

/** The delivered files (spec 4.12), for whatever the handler in front does not answer from memory. */
final class ReadRoutes {
    private final BlockingReads reads;

    ReadRoutes(BlockingReads reads) {
        this.reads = reads;
    }

    void mount(Routes routes) {
        routes.on(Surface.KEYED).get("/api/cdn/v1/{projectId}/<path>", reads::read);
    }
}
