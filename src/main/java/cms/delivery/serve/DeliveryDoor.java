package cms.delivery.serve;

import cms.delivery.wire.ByteRange;
import cms.delivery.wire.Coding;
import cms.delivery.wire.HeaderBlock;
import cms.delivery.wire.RequestIds;
import cms.platform.http.FrontDoor;
import cms.platform.json.Json;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers reads of delivered files on the thread that read the request; what is not in memory it leaves to the
 * route of the same path.
 */
public final class DeliveryDoor implements FrontDoor {
    /** What every delivered path begins with. */
    public static final String PREFIX = "/api/cdn/v1/";

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryDoor.class);
    private static final int REMAINING_KEPT = 1_001;
    private static final HttpField[] REMAINING = remaining();
    private static final int TIMING_STEP_NANOS = 10_000;
    private static final HttpField[] TIMINGS = timings();
    private static final HttpField REFUSAL = new HeaderBlock("Content-Type: " + ReadHeaders.JSON
            + "\r\nCache-Control: no-store" + ReadHeaders.OPEN_TO_BROWSERS + "\r\nX-Content-Type-Options: nosniff");
    private static final HttpField PREFLIGHT = new HeaderBlock("Access-Control-Allow-Origin: *"
            + "\r\nAccess-Control-Allow-Methods: GET, HEAD, OPTIONS"
            + "\r\nAccess-Control-Allow-Headers: Authorization, If-None-Match, If-Range, Range, Content-Type"
            + "\r\nAccess-Control-Max-Age: 86400\r\nAllow: GET, HEAD, OPTIONS");
    private static final HttpField BEARER = new PreEncodedHttpField(HttpHeader.WWW_AUTHENTICATE, "Bearer");

    private final Gate gate;
    private final ReadCounts counts;
    private final RequestIds ids = new RequestIds();

    public DeliveryDoor(Gate gate, MeterRegistry metrics) {
        this.gate = gate;
        this.counts = new ReadCounts(metrics);
    }

    @Override
    public boolean answer(Request request, Response response, Callback callback) {
        String path = request.getHttpURI().getPath();
        if (path == null || !path.startsWith(PREFIX)) {
            return false;
        }
        boolean reads = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
        if (reads && isElsewhere(path)) {
            return false;
        }
        try {
            response.getHeaders()
                    .put(RequestIds.HEADER, ids.of(request.getHeaders().get(RequestIds.HEADER)));
            return switch (request.getMethod()) {
                case "GET" -> read(request, path, response, callback, false);
                case "HEAD" -> read(request, path, response, callback, true);
                case "OPTIONS" -> preflight(response, callback);
                default -> refuse(Verdict.Refused.of(405, "Delivered files are only read."), response, callback, false);
            };
        } catch (RuntimeException broken) {
            LOG.error("a delivery read failed", broken);
            return false;
        }
    }

    private boolean read(Request request, String path, Response response, Callback callback, boolean head) {
        HttpFields headers = request.getHeaders();
        Reading.Wish wish = new Reading.Wish(
                known(headers),
                Coding.preferred(headers.get(HttpHeader.ACCEPT_ENCODING)),
                head ? null : headers.get(HttpHeader.RANGE),
                head ? null : headers.get(HttpHeader.IF_RANGE),
                head);
        Reading reading = new Reading(path.substring(PREFIX.length()), headers.get(HttpHeader.AUTHORIZATION), wish);
        return switch (gate.decide(reading)) {
            case Verdict.Found found -> send(found, request, response, callback, head);
            case Verdict.Refused refused -> refuse(refused, response, callback, head);
            case Verdict.NotHere notHere -> false;
            case Verdict.Admitted undecided -> false;
        };
    }

    /** All tags that the reader knows: a list may come in several header lines. */
    private static @Nullable String known(HttpFields headers) {
        String first = headers.get(HttpHeader.IF_NONE_MATCH);
        if (first == null) {
            return null;
        }
        List<String> all = headers.getValuesList(HttpHeader.IF_NONE_MATCH);
        return all.size() == 1 ? first : String.join(", ", all);
    }

    private boolean send(Verdict.Found found, Request request, Response response, Callback callback, boolean head) {
        HttpFields.Mutable headers = response.getHeaders();
        tell(found.admitted(), headers);
        headers.add(timing(System.nanoTime() - request.getHeadersNanoTime()));
        Representation form = found.form();
        if (found.notModified()) {
            counts.notModified();
            headers.add(form.notModified());
            // Otherwise the server would say 0, and caches would believe that the file has become empty.
            headers.put(HttpHeader.CONTENT_LENGTH, form.size());
            response.setStatus(304);
            response.write(true, null, callback);
            return true;
        }
        counts.found();
        headers.add(form.found());
        ByteRange part = found.part();
        if (part != null) {
            return send(form, part, response, callback);
        }
        if (head) {
            headers.put(HttpHeader.CONTENT_LENGTH, form.size());
        }
        response.setStatus(200);
        response.write(true, head ? null : form.content(), callback);
        return true;
    }

    private static boolean send(Representation form, ByteRange part, Response response, Callback callback) {
        response.getHeaders().put(HttpHeader.CONTENT_RANGE, part.contentRange(form.size()));
        response.setStatus(part.isEmpty() ? 416 : 206);
        response.write(true, part.isEmpty() ? null : form.content().slice(part.from(), part.length()), callback);
        return true;
    }

    private boolean refuse(Verdict.Refused refused, Response response, Callback callback, boolean head) {
        counts.refused();
        HttpFields.Mutable headers = response.getHeaders();
        headers.add(REFUSAL);
        if (refused.status() == 401) {
            headers.add(BEARER);
        } else if (refused.status() == 405) {
            headers.add("Allow", "GET, HEAD, OPTIONS");
            // What the request still sends is not read, so nothing can follow it.
            headers.put(HttpHeader.CONNECTION, "close");
        }
        if (refused.retryAfter() != null) {
            headers.add(
                    "Retry-After",
                    Long.toString(refused.retryAfter().plusMillis(999).toSeconds()));
        }
        if (refused.standing() != null) {
            tell(refused.standing(), headers);
        }
        byte[] body = Json.bytes(body(refused));
        headers.put(HttpHeader.CONTENT_LENGTH, body.length);
        response.setStatus(refused.status());
        response.write(true, head ? null : ByteBuffer.wrap(body), callback);
        return true;
    }

    /** What the owner of the key learns about its limit. */
    private static void tell(Verdict.Admitted admitted, HttpFields.Mutable headers) {
        KeyMeter meter = admitted.meter();
        headers.add(meter.constant());
        headers.add(remaining(admitted.remaining()));
        headers.add(meter.reset(admitted.nowMillis()));
    }

    static Map<String, Object> body(Verdict.Refused refused) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("statusCode", refused.status());
        body.put("message", refused.sentence());
        return body;
    }

    private static boolean preflight(Response response, Callback callback) {
        response.getHeaders().add(PREFLIGHT);
        response.setStatus(204);
        response.write(true, null, callback);
        return true;
    }

    /**
     * Whether a path below a project is answered by a route of its own: a kept release ({@code @}), a preview
     * ({@code ~}), or a question about the release.
     */
    private static boolean isElsewhere(String path) {
        int at = path.indexOf('/', PREFIX.length()) + 1;
        if (at == 0 || at == path.length()) {
            return false;
        }
        return switch (path.charAt(at)) {
            case '@', '~' -> true;
            case '%' -> path.startsWith("%40", at) || path.regionMatches(true, at, "%7E", 0, 3);
            case 'c' -> path.startsWith("changes", at) && path.length() == at + "changes".length();
            case 'q' -> path.startsWith("query/", at);
            case 'w' -> path.startsWith("watch", at) && path.length() == at + "watch".length();
            default -> false;
        };
    }

    private static HttpField remaining(int count) {
        return count < REMAINING_KEPT
                ? REMAINING[count]
                : new HttpField("X-RateLimit-Remaining", Integer.toString(count));
    }

    /** One of a few prepared lines, so that telling the time costs no memory. */
    private static HttpField timing(long nanos) {
        return TIMINGS[Math.clamp(nanos / TIMING_STEP_NANOS, 0, TIMINGS.length - 1)];
    }

    private static HttpField[] timings() {
        HttpField[] fields = new HttpField[1_001];
        for (int step = 0; step < fields.length; step++) {
            fields[step] = new PreEncodedHttpField("Server-Timing", "memory;dur=" + step / 100.0);
        }
        return fields;
    }

    private static HttpField[] remaining() {
        HttpField[] fields = new HttpField[REMAINING_KEPT];
        for (int count = 0; count < fields.length; count++) {
            fields[count] = new PreEncodedHttpField("X-RateLimit-Remaining", Integer.toString(count));
        }
        return fields;
    }
}
