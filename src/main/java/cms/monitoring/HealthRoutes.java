package cms.monitoring;

import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.pictures.Pictures;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@code GET /api/health} (spec 4.16) and {@code /api/health/ready}, which tells the state of each part, and the
 * library that makes pictures. A part is ready when it has just taken a write or answered. The route is public, so the
 * parts are probed at most every ten seconds.
 */
final class HealthRoutes {
    private final InstantSource clock;
    private final MonitoredParts parts;
    private final boolean mailIsOff;
    private final Pictures pictures;

    HealthRoutes(MonitoringTargets instance, MonitoredParts parts) {
        this.clock = instance.clock();
        this.mailIsOff = instance.mailer().isOff();
        this.pictures = instance.pictures();
        this.parts = parts;
    }

    void routes(Routes routes) {
        routes.on(Surface.PUBLIC)
                .get("/api/health{?others*}", this::alive)
                .get("/api/health/ready{?others*}", this::ready);
    }

    private Answer alive(Request request) {
        return Answer.json(Map.of("status", "ok", "timestamp", clock.instant().toString(), "version", Version.RUNNING));
    }

    private Answer ready(Request request) {
        Map<String, Object> states = parts.states();
        boolean ready = !states.containsValue("unavailable");
        String status = ready ? states.containsValue("degraded") ? "degraded" : "ok" : "unavailable";
        if (mailIsOff) {
            states.put("mail", "off");
        }
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("status", status);
        body.put("timestamp", clock.instant().toString());
        body.put("parts", states);
        body.put("pictures", pictures.state());
        return Answer.json(ready ? 200 : 503, body);
    }
}
