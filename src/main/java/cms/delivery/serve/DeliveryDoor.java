package cms.delivery.serve;

import cms.delivery.wire.Coding;
import cms.delivery.wire.RequestIds;
import cms.platform.door.DoorReply;
import cms.platform.door.FrontDoor;
import cms.platform.door.HeaderLines;
import cms.platform.door.PlainPath;
import cms.platform.door.RequestHead;
import cms.platform.door.RequestHead.Line;
import cms.platform.http.ByteRange;
import cms.platform.json.Json;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers reads of delivered files on the thread that read the request; a file that is not in memory is left to the
 * route of the same path.
 */
public final class DeliveryDoor implements FrontDoor {
    /** The prefix of every delivered path. */
    public static final String PREFIX = "/api/cdn/v1/";

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryDoor.class);
    private static final int TIMING_STEP_NANOS = 10_000;
    private static final HeaderLines[] TIMINGS = timings();
    private static final HeaderLines REFUSAL = new HeaderLines("Content-Type: " + ReadHeaders.JSON
            + "\r\nCache-Control: no-store" + ReadHeaders.OPEN_TO_BROWSERS + "\r\nX-Content-Type-Options: nosniff");
    private static final HeaderLines PREFLIGHT = new HeaderLines(ReadHeaders.PREFLIGHT);

    private final Gate gate;
    private final MediaReads media;
    private final ReadCounts counts;
    private final RequestIds ids = new RequestIds();

    public DeliveryDoor(Gate gate, MediaReads media, MeterRegistry metrics) {
        this.gate = gate;
        this.media = media;
        this.counts = new ReadCounts(metrics);
    }

    @Override
    public String prefix() {
        return PREFIX;
    }

    @Override
    public boolean answer(RequestHead head, DoorReply reply) {
        return switch (head.method()) {
            case "GET" -> read(head, reply, false);
            case "HEAD" -> read(head, reply, true);
            case "OPTIONS" -> preflight(head, reply);
            default -> refuse(Verdict.Refused.of(405, "Delivered files are only read."), head, reply, false);
        };
    }

    private boolean read(RequestHead request, DoorReply reply, boolean head) {
        String path = PlainPath.of(request.path());
        boolean asset = isOfAsset(path);
        if (isElsewhere(path) || asset && request.hasQuery()) {
            return false;
        }
        FileRead.ReadOptions options = new FileRead.ReadOptions(
                request.value(Line.IF_NONE_MATCH),
                Coding.preferred(request.value(Line.ACCEPT_ENCODING)),
                head ? null : request.value(Line.RANGE),
                head ? null : request.value(Line.IF_RANGE),
                head);
        FileRead reading = new FileRead(path.substring(PREFIX.length()), request.value(Line.AUTHORIZATION), options);
        return switch (decide(reading, asset ? request : null)) {
            case Verdict.Found found -> send(found, request, reply, head);
            case Verdict.Refused refused -> refuse(refused, request, reply, head);
            case Verdict.NotHere notHere -> false;
            case Verdict.Admitted undecided -> false;
        };
    }

    /**
     * The decision about a read. An exception leaves the read to the route, where it fails again and is answered like
     * any other failure.
     */
    private Verdict decide(FileRead reading, @Nullable RequestHead ofAsset) {
        try {
            return ofAsset == null ? gate.decide(reading) : media.inMemory(reading, nearest(ofAsset));
        } catch (RuntimeException broken) {
            LOG.error("a delivery read failed", broken);
            return new Verdict.NotHere("");
        }
    }

    /** The address of the client; null behind a proxy, whose header has to be parsed first. */
    private static @Nullable String nearest(RequestHead request) {
        return request.value(Line.FORWARDED_FOR) == null ? request.address() : null;
    }

    private boolean send(Verdict.Found found, RequestHead request, DoorReply reply, boolean head) {
        Representation form = found.form();
        ByteRange part = found.part();
        begin(found.notModified() ? 304 : part == null ? 200 : 206, request, reply);
        Verdict.Admitted admitted = found.admitted();
        if (admitted != null) {
            admitted.meter().addHeaders(reply, admitted.remaining(), admitted.nowMillis());
        }
        reply.add(timing(System.nanoTime() - request.receivedNanos()));
        if (found.notModified()) {
            counts.notModified();
            reply.add(form.notModified());
            reply.endBare();
            return true;
        }
        counts.countBody();
        reply.add(form.okHeaders());
        if (part != null) {
            reply.add("Content-Range", part.contentRange(form.size()));
            reply.end(form.content().slice(part.from(), part.length()));
        } else if (head) {
            reply.endWithout(form.size());
        } else {
            reply.end(form.content());
        }
        return true;
    }

    private boolean refuse(Verdict.Refused refused, RequestHead request, DoorReply reply, boolean head) {
        counts.refused();
        begin(refused.status(), request, reply);
        reply.add(REFUSAL);
        if (refused.status() == 405) {
            reply.add("Allow", ReadHeaders.METHODS);
            reply.closeAfterwards(); // the rest of the request is not read
        }
        refused.headers().forEach(reply::add);
        byte[] body = Json.bytes(body(refused));
        if (head) {
            reply.endWithout(body.length);
        } else {
            reply.end(ByteBuffer.wrap(body));
        }
        return true;
    }

    private void begin(int status, RequestHead request, DoorReply reply) {
        reply.begin(status);
        reply.add(RequestIds.HEADER, ids.of(request.value(Line.REQUEST_ID)));
    }

    static Map<String, Object> body(Verdict.Refused refused) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("statusCode", refused.status());
        body.put("message", refused.message());
        return body;
    }

    private boolean preflight(RequestHead request, DoorReply reply) {
        begin(204, request, reply);
        reply.add(PREFLIGHT);
        reply.endBare();
        return true;
    }

    private static boolean isOfAsset(String path) {
        int at = path.indexOf('/', PREFIX.length()) + 1;
        return at > 0 && path.startsWith("media/", at);
    }

    /**
     * Whether a path below a project is answered by a route of its own: a kept release ({@code @}), a preview
     * ({@code ~}), or a query of the release.
     */
    private static boolean isElsewhere(String path) {
        int at = path.indexOf('/', PREFIX.length()) + 1;
        if (at == 0 || at == path.length()) {
            return false;
        }
        return switch (path.charAt(at)) {
            case '@', '~' -> true;
            case 'c' -> path.startsWith("changes", at) && path.length() == at + "changes".length();
            case 'o' -> path.startsWith("openapi.json", at) && path.length() == at + "openapi.json".length();
            case 'q' -> path.startsWith("query/", at);
            case 't' -> path.startsWith("types.ts", at) && path.length() == at + "types.ts".length();
            case 'w' -> path.startsWith("watch", at) && path.length() == at + "watch".length();
            default -> false;
        };
    }

    /** One of a few prepared lines, so that the header with the time allocates no memory. */
    private static HeaderLines timing(long nanos) {
        return TIMINGS[Math.clamp(nanos / TIMING_STEP_NANOS, 0, TIMINGS.length - 1)];
    }

    private static HeaderLines[] timings() {
        HeaderLines[] lines = new HeaderLines[1_001];
        for (int step = 0; step < lines.length; step++) {
            lines[step] = new HeaderLines("Server-Timing: memory;dur=" + step / 100.0);
        }
        return lines;
    }
}
