package cms.monitoring;

import cms.platform.config.Secret;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Loopback;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.settings.ServerSettings;
import org.jspecify.annotations.Nullable;

/** {@code GET /metrics} in the Prometheus text format: with the metrics token, and without one on loopback. */
final class MetricsRoutes {
    private final InstanceMeters meters;
    private final @Nullable Secret token;
    private final boolean local;

    MetricsRoutes(InstanceMeters meters, ServerSettings server) {
        this.meters = meters;
        this.local = server.isLocal();
        this.token = server.metricsToken();
    }

    void routes(Routes routes) {
        routes.on(Surface.PUBLIC).get("/metrics{?others*}", this::metrics);
    }

    private Answer metrics(Request request) {
        boolean allowed = (local && Loopback.isLocal(request)) || (token != null && isHeldBy(request, token));
        if (!allowed) {
            throw Failure.notFound("There is nothing at this path.");
        }
        return Answer.text("text/plain; version=0.0.4; charset=utf-8", meters.scrape());
    }

    private static boolean isHeldBy(Request request, Secret token) {
        return request.bearer()
                .filter(given -> Hashes.sameText(given, token.reveal()))
                .isPresent();
    }
}
