package cms;

import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Loopback;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Optional;

/** {@code GET /metrics} in the Prometheus text format: with the metrics token, or without one on loopback only. */
final class MetricsRoutes {
    private final PrometheusMeterRegistry metrics;
    private final Optional<String> token;

    MetricsRoutes(PrometheusMeterRegistry metrics, Optional<String> token) {
        this.metrics = metrics;
        this.token = token;
    }

    void routes(Routes routes) {
        routes.on(Surface.PUBLIC).get("/metrics", this::metrics);
    }

    private Answer metrics(Request request) {
        boolean byToken = token.isPresent()
                && request.bearer().filter(given -> Hashes.sameText(given, token.get())).isPresent();
        boolean byPlace = token.isEmpty() && Loopback.isLocal(request);
        if (!byToken && !byPlace) {
            throw Failure.notFound("There is nothing at this path.");
        }
        return Answer.text("text/plain; version=0.0.4; charset=utf-8", metrics.scrape());
    }
}
