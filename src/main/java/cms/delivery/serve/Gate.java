package cms.delivery.serve;

import cms.apikeys.ApiKeys;
import cms.apikeys.KeyKind;
import cms.apikeys.KeyScope;
import cms.apikeys.KnownKey;
import cms.delivery.count.Bandwidth;
import cms.delivery.wire.FilePath;
import cms.platform.http.ByteRange;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides about one read, from memory alone, in the order of reference 5.5: path, key, project of the key, rate,
 * project, switched on, plan, file.
 */
public final class Gate {
    private static final String BEARER = "Bearer ";
    private static final String MEDIA = "media/";
    private static final Duration COME_BACK = Duration.ofSeconds(5);

    private final ApiKeys keys;
    private final ServedProjects servedProjects;
    private final KeyMeters meters;
    private final InstantSource clock;

    public Gate(ApiKeys keys, ServedProjects servedProjects, KeyMeters meters, InstantSource clock) {
        this.keys = keys;
        this.servedProjects = servedProjects;
        this.meters = meters;
        this.clock = clock;
    }

    Verdict decide(FileRead reading) {
        int slash = reading.path().indexOf('/');
        String raw = reading.path().substring(slash + 1);
        String before = slash <= 0 || raw.isEmpty() ? "project" : pathless(raw);
        if (before != null) {
            return Verdict.Refused.of(400, "Name a file after the " + before + ", for instance _manifest.json.");
        }
        String path = FilePath.decode(raw);
        Verdict verdict = admit(reading.path().substring(0, slash), path, reading.authorization());
        if (!(verdict instanceof Verdict.Admitted admitted)) {
            return verdict;
        }
        Release release = admitted.served().release();
        Entity entity = release == null ? null : release.find(path);
        return entity == null ? noFile(admitted) : choose(entity, reading.options(), admitted);
    }

    /**
     * The kind of segment with which an address ends that names no file: a {@code commit} or a preview's {@code token};
     * null for other addresses.
     */
    private static @Nullable String pathless(String raw) {
        if (raw.startsWith("@")) {
            return "commit";
        }
        return raw.equals("~") || raw.startsWith("~/") ? "token" : null;
    }

    /**
     * The checks before the file itself: the key, its project and scope, its rate, the project's switch and plan.
     *
     * @param path the path of the file; empty for one that no file can have
     */
    Verdict admit(String projectId, String path, @Nullable String authorization) {
        KnownKey key = key(authorization);
        if (key == null) {
            return unknownKey(path, projectId, authorization);
        }
        if (!key.projectId().equals(projectId)) {
            return Verdict.Refused.of(403, "This key belongs to another project.");
        }
        boolean media = path.startsWith(MEDIA);
        if (!key.has(KeyScope.DELIVERY) && !(media && key.has(KeyScope.MEDIA_READ))) {
            return Verdict.Refused.of(403, "This key does not have the scope delivery.");
        }
        ServedProject served = servedProjects.find(projectId);
        if (served == null) {
            return new Verdict.NotHere(projectId);
        }
        long now = clock.millis();
        key.usedAt(now);
        KeyMeter meter = meters.of(key);
        int remaining = meter.take(now);
        if (remaining < 0) {
            return Verdict.Refused.of(
                    429,
                    "This key has read too often within an hour; wait and try again.",
                    new Verdict.Admitted(served, meter, 0, now),
                    meter.untilNext(now));
        }
        Verdict.Admitted admitted = new Verdict.Admitted(served, meter, remaining, now);
        Verdict refusal = refusal(admitted);
        return refusal != null ? refusal : admitted;
    }

    /** The refusal of all reads of a project: switched off, not in the plan, or out of bandwidth; null for none. */
    private static Verdict.@Nullable Refused refusal(Verdict.Admitted admitted) {
        ServedProject served = admitted.served();
        Bandwidth bandwidth = admitted.meter().bandwidth();
        long now = admitted.nowMillis();
        if (!served.enabled()) {
            return Verdict.Refused.of(403, "Delivery is not switched on for this project.", admitted, null);
        }
        if (!served.granted()) {
            return Verdict.Refused.of(403, "The plan of this workspace does not include delivery.", admitted, null);
        }
        if (bandwidth.isSpent(now)) {
            return Verdict.Refused.of(
                    429,
                    "The plan's bandwidth of this month has been used up.",
                    admitted,
                    bandwidth.untilNextMonth(now));
        }
        return null;
    }

    /** The verdict with the compressed or plain form that the client prefers; counts the sent bytes. */
    static Verdict choose(Entity entity, FileRead.ReadOptions options, Verdict.Admitted admitted) {
        Representation form = entity.form(options.coding());
        String known = options.ifNoneMatch();
        // A client that has the plain bytes needs no compressed ones only because they exist by now.
        boolean holdsPlain = !form.matches(known) && entity.plain().matches(known);
        return choose(holdsPlain ? entity.plain() : form, options, admitted);
    }

    /** The verdict for an entity of one form; counts the sent bytes. */
    static Verdict choose(Representation form, FileRead.ReadOptions options, Verdict.Admitted admitted) {
        return choose(form, options, admitted, sent -> admitted.meter().served(sent, admitted.nowMillis()));
    }

    /**
     * @param admitted null for a read without a key
     * @param served called with the number of bytes that are sent
     */
    static Verdict choose(
            Representation form,
            FileRead.ReadOptions options,
            Verdict.@Nullable Admitted admitted,
            LongConsumer served) {
        if (form.matches(options.ifNoneMatch())) {
            served.accept(0);
            return new Verdict.Found(form, true, null, admitted);
        }
        ByteRange part = ByteRange.of(options.range(), options.ifRange(), form.tag(), form.size());
        int sent = part == null ? form.size() : part.length();
        served.accept(options.head() ? 0 : sent);
        if (part != null && part.isEmpty()) {
            String message = "Nothing of the file lies in this range; it has " + form.size() + " bytes.";
            return new Verdict.Refused(416, message, admitted, null, part.contentRange(form.size()));
        }
        return new Verdict.Found(form, false, part, admitted);
    }

    /** The refusal for a file that is not in the release; without a release 503 where one is pending, else 404. */
    Verdict noFile(Verdict.Admitted admitted) {
        ServedProject served = admitted.served();
        if (served.release() != null) {
            return Verdict.Refused.of(404, "There is no such file in what this project delivers.", admitted, null);
        }
        return servedProjects.isReleasePending(served.projectId())
                ? Verdict.Refused.of(
                        503, "The first release of this project is on its way; try again.", admitted, COME_BACK)
                : Verdict.Refused.of(404, "Nothing of this project has been released yet.", admitted, null);
    }

    private Verdict unknownKey(String path, String projectId, @Nullable String authorization) {
        return authorization == null && path.startsWith(MEDIA) && isOpen(projectId)
                ? Verdict.Refused.of(404, "There is no such file in what this project delivers.")
                : Verdict.Refused.of(401, "Send a delivery key of this project: Authorization: Bearer cms_live_...");
    }

    /** Whether the media of a project that is in memory may be read without a key. */
    boolean isOpen(String projectId) {
        ServedProject served = servedProjects.find(projectId);
        return served != null && served.publicMedia() && served.enabled() && served.granted();
    }

    boolean isInMemory(String projectId) {
        return servedProjects.find(projectId) != null;
    }

    KeyMeters meters() {
        return meters;
    }

    private @Nullable KnownKey key(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return null;
        }
        return keys.check(KeyKind.LIVE, authorization.substring(BEARER.length()).strip());
    }
}
