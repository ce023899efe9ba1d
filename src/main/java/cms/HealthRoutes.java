package cms;

import cms.platform.db.Database;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.objects.Objects;
import cms.upkeep.InstanceIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code GET /api/health} (spec 4.16) and {@code /api/health/ready}, which tells the state of each part. A part is ready
 * when it has just taken a write. Everybody may ask, so that the parts are asked at most every ten seconds.
 */
final class HealthRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(HealthRoutes.class);
    /** Of the jar that runs; a build that is no jar has none. */
    static final String VERSION = Optional.ofNullable(
                    HealthRoutes.class.getPackage().getImplementationVersion())
            .orElse("development");

    private static final String PROBE_KEY = "health/probe";
    private static final Duration KEPT = Duration.ofSeconds(10);

    private final InstantSource clock;
    private final Map<String, Supplier<Boolean>> parts = new LinkedHashMap<>();
    private final ReentrantLock probing = new ReentrantLock();
    private final String mail;
    private volatile @Nullable Probed last;

    /** What was found the last time. */
    private record Probed(Map<String, Object> states, Instant at) {
        boolean isFresh(Instant now) {
            return now.isBefore(at.plus(KEPT));
        }
    }

    /** @param builtInHost whether every repository of the rows has to be in the data folder */
    HealthRoutes(Corners corners, boolean builtInHost) {
        this.clock = corners.clock();
        this.mail = corners.mailer().isOff() ? "off" : "ok";
        Database database = corners.database();
        Objects objects = corners.objects();
        DataFolder data = corners.data();
        parts.put("database", () -> takesRow(database));
        parts.put("objects", () -> {
            objects.put(PROBE_KEY, new byte[] {1});
            return objects.get(PROBE_KEY).isPresent();
        });
        parts.put(
                "repositories",
                () -> takesFile(data.repositories()) && (!builtInHost || hasAll(database, data.folder())));
    }

    void routes(Routes routes) {
        routes.on(Surface.PUBLIC).get("/api/health", this::alive).get("/api/health/ready", this::ready);
    }

    private Answer alive(Request request) {
        return Answer.json(Map.of("status", "ok", "timestamp", clock.instant().toString(), "version", VERSION));
    }

    private Answer ready(Request request) {
        Map<String, Object> states = new LinkedHashMap<>(states());
        boolean ready = states.values().stream().allMatch("ok"::equals);
        states.put("mail", mail); // Work goes on without it.
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("status", ready ? "ok" : "unavailable");
        body.put("timestamp", clock.instant().toString());
        body.put("parts", states);
        return Answer.json(ready ? 200 : 503, body);
    }

    /** Whoever asks while somebody probes waits for that answer. */
    private Map<String, Object> states() {
        Probed known = last;
        if (known != null && known.isFresh(clock.instant())) {
            return known.states();
        }
        probing.lock();
        try {
            Probed meanwhile = last;
            if (meanwhile != null && meanwhile.isFresh(clock.instant())) {
                return meanwhile.states();
            }
            Map<String, Object> states = new LinkedHashMap<>();
            parts.forEach((name, works) -> states.put(name, state(name, works)));
            last = new Probed(states, clock.instant());
            return states;
        } finally {
            probing.unlock();
        }
    }

    private static String state(String name, Supplier<Boolean> works) {
        try {
            return works.get() ? "ok" : "unavailable";
        } catch (RuntimeException failed) {
            LOG.warn("part {} is not ready: {}", name, failed.getMessage());
            LOG.debug("part {} is not ready", name, failed);
            return "unavailable";
        }
    }

    private boolean takesRow(Database database) {
        String now = clock.instant().toString();
        database.writing(tx -> tx.update("""
            INSERT INTO instance_facts (name, value) VALUES ('readiness-probe', :now)
            ON CONFLICT (name) DO UPDATE SET value = :now
            """).bind("now", now).execute());
        return true;
    }

    private static boolean takesFile(Path folder) {
        Path probe = folder.resolve(".probe");
        try {
            Files.write(
                    probe,
                    new byte[] {1},
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SYNC);
            Files.delete(probe);
            return true;
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    private static boolean hasAll(Database database, Path folder) {
        List<String> missing = InstanceIdentity.missing(database, folder);
        if (!missing.isEmpty()) {
            LOG.warn("repositories of the tables are not in the data folder: {}", missing);
        }
        return missing.isEmpty();
    }
}
