package cms.delivery.serve;

import cms.apikeys.ApiKeys;
import cms.apikeys.KeyKind;
import cms.apikeys.KeyScope;
import cms.apikeys.KnownKey;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Decides about one read, from memory alone, in the order of reference 5.5: path, key, project of the key, rate,
 * project, switched on, plan, file.
 */
public final class Gate {
    private static final String BEARER = "Bearer ";
    private static final String MEDIA = "media/";
    private static final int PATH_CHARS_MAX = 1_024;

    private final ApiKeys keys;
    private final Outlets outlets;
    private final Meters meters;
    private final InstantSource clock;

    public Gate(ApiKeys keys, Outlets outlets, Meters meters, InstantSource clock) {
        this.keys = keys;
        this.outlets = outlets;
        this.meters = meters;
        this.clock = clock;
    }

    Verdict decide(Reading reading) {
        int slash = reading.path().indexOf('/');
        if (slash <= 0 || slash == reading.path().length() - 1) {
            return Verdict.Refused.of(400, "Name a file after the project, for instance _manifest.json.");
        }
        String projectId = reading.path().substring(0, slash);
        String path = decode(reading.path().substring(slash + 1));
        KnownKey key = key(reading.authorization());
        if (key == null) {
            return unknownKey(path, projectId, reading.authorization());
        }
        if (!key.projectId().equals(projectId)) {
            return Verdict.Refused.of(403, "This key belongs to another project.");
        }
        boolean media = path != null && path.startsWith(MEDIA);
        if (!key.has(KeyScope.DELIVERY) && !(media && key.has(KeyScope.MEDIA_READ))) {
            return Verdict.Refused.of(403, "This key does not have the scope delivery.");
        }
        Outlet outlet = outlets.find(projectId);
        if (outlet == null) {
            return new Verdict.NotHere(projectId);
        }
        long now = clock.millis();
        key.usedAt(now);
        KeyMeter meter = meters.of(key);
        int remaining = meter.take(now);
        if (remaining < 0) {
            return new Verdict.Refused(
                    429,
                    "This key has read too often within an hour; wait and try again.",
                    meter,
                    meter.untilNext(now));
        }
        return file(outlet, path, reading, meter, remaining, now);
    }

    private static Verdict file(
            Outlet outlet, @Nullable String path, Reading reading, KeyMeter meter, int remaining, long now) {
        if (!outlet.enabled()) {
            return new Verdict.Refused(403, "Delivery is not switched on for this project.", meter, null);
        }
        if (!outlet.granted()) {
            return new Verdict.Refused(403, "The plan of this workspace does not include delivery.", meter, null);
        }
        Release release = outlet.release();
        Entity entity = release == null || path == null ? null : release.find(path);
        if (entity == null) {
            return new Verdict.Refused(404, "There is no such file in what this project delivers.", meter, null);
        }
        Representation form = reading.gzip() ? entity.compressed() : entity.plain();
        boolean known = form.matches(reading.ifNoneMatch());
        meter.served(known ? 0 : form.size());
        return new Verdict.Found(form, known, meter, remaining, now);
    }

    private Verdict unknownKey(@Nullable String path, String projectId, @Nullable String authorization) {
        Outlet outlet = outlets.find(projectId);
        boolean keyless = authorization == null
                && path != null
                && path.startsWith(MEDIA)
                && outlet != null
                && outlet.publicMedia()
                && outlet.enabled();
        return keyless
                ? Verdict.Refused.of(404, "There is no such file in what this project delivers.")
                : Verdict.Refused.of(401, "Send a delivery key of this project: Authorization: Bearer cms_live_...");
    }

    private @Nullable KnownKey key(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return null;
        }
        return keys.check(KeyKind.LIVE, authorization.substring(BEARER.length()).strip());
    }

    /** The path as files are named; null for one that no file can have. */
    private static @Nullable String decode(String raw) {
        if (raw.length() > PATH_CHARS_MAX) {
            return null;
        }
        if (raw.indexOf('%') < 0) {
            return raw;
        }
        if (raw.contains("%2f") || raw.contains("%2F") || raw.contains("%00")) {
            return null;
        }
        try {
            return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }
}
