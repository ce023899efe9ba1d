package cms;

import cms.platform.db.Database;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.objects.Objects;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code GET /api/health} (spec 4.16) and {@code /api/health/ready}, which tells the state of each part. */
final class HealthRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(HealthRoutes.class);
    private static final String PROBE_KEY = "health/probe";

    private final InstantSource clock;
    private final Map<String, Supplier<Boolean>> parts = new LinkedHashMap<>();

    HealthRoutes(InstantSource clock, Database database, Objects objects, Supplier<Boolean> repositories) {
        this.clock = clock;
        parts.put(
                "database",
                () -> database.read(tx -> tx.query("SELECT COUNT(*) FROM instance_facts")
                                .mapTo(Integer.class)
                                .one()
                        >= 0));
        parts.put("objects", () -> {
            objects.put(PROBE_KEY, new byte[] {1});
            return objects.get(PROBE_KEY).isPresent();
        });
        parts.put("repositories", repositories);
    }

    void routes(Routes routes) {
        routes.on(Surface.PUBLIC).get("/api/health", this::alive).get("/api/health/ready", this::ready);
    }

    private Answer alive(Request request) {
        return Answer.json(Map.of("status", "ok", "timestamp", clock.instant().toString()));
    }

    private Answer ready(Request request) {
        Map<String, Object> states = new LinkedHashMap<>();
        parts.forEach((name, works) -> states.put(name, state(name, works)));
        boolean ready = states.values().stream().allMatch("ok"::equals);
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("status", ready ? "ok" : "unavailable");
        body.put("timestamp", clock.instant().toString());
        body.put("parts", states);
        return Answer.json(ready ? 200 : 503, body);
    }

    private static String state(String name, Supplier<Boolean> works) {
        try {
            return works.get() ? "ok" : "unavailable";
        } catch (RuntimeException failed) {
            LOG.warn("part {} is not ready", name, failed);
            return "unavailable";
        }
    }
}
