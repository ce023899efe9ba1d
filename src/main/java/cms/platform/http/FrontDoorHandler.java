package cms.platform.http;

import cms.platform.door.FrontDoor;
import cms.platform.door.ServerExchange;
import cms.platform.http.edge.Admission;
import cms.platform.http.edge.Requests;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** The root of the server: front doors on the selector thread, everything else on a virtual thread each. */
final class FrontDoorHandler extends Handler.Wrapper {
    private static final Logger LOG = LoggerFactory.getLogger("cms.request");

    private final List<FrontDoor> doors;
    private final Requests open;
    private final Dispatch dispatch;
    private final Traces traces;
    private final Set<String> always;

    /** @param always paths that are answered however much there is to do */
    FrontDoorHandler(List<FrontDoor> doors, Requests open, Dispatch dispatch, Set<String> always) {
        super(true);
        this.doors = doors;
        this.open = open;
        this.dispatch = dispatch;
        this.traces = dispatch.traces();
        this.always = Set.copyOf(always);
    }

    @Override
    public Invocable.InvocationType getInvocationType() {
        return Invocable.InvocationType.NON_BLOCKING;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        ServerExchange exchange = new ServerExchange(request, response, callback);
        for (FrontDoor door : doors) {
            if (exchange.path().startsWith(door.prefix()) && door.answer(exchange, exchange)) {
                return true;
            }
        }
        Admission admission = dispatch.admission();
        boolean always = this.always.contains(request.getHttpURI().getPath());
        if (!always && !admission.await()) {
            turnAway(request, response, callback);
            return true;
        }
        open.begin();
        Callback counted = Callback.from(callback, open::end);
        Thread.ofVirtual().name("request").start(() -> {
            if (!always) {
                admission.begin();
            }
            handOver(request, response, counted);
        });
        return true;
    }

    /** At once and from this thread: those who work may leave the others no processor for a while. */
    private void turnAway(Request request, Response response, Callback callback) {
        response.getHeaders().put("Retry-After", Admission.COME_BACK.toSeconds());
        response.getHeaders()
                .put(Traces.HEADER, traces.begin(request.getHeaders().get(Traces.HEADER)));
        HttpFields sent = request.getHeaders();
        if (sent.contains(HttpHeader.CONTENT_LENGTH) || sent.contains(HttpHeader.TRANSFER_ENCODING)) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close"); // nobody reads what it still sends
        }
        Response.writeError(request, response, callback, 503, Admission.SENTENCE);
    }

    private void handOver(Request request, Response response, Callback callback) {
        String id = traces.begin(request.getHeaders().get(Traces.HEADER));
        MDC.put(Traces.LOG_KEY, id);
        response.getHeaders().put(Traces.HEADER, id);
        try {
            if (open.isEnding()) {
                Response.writeError(request, response, callback, 503, "The service is stopping; try again.");
            } else if (climbs(request.getHttpURI().getPath())) {
                Response.writeError(request, response, callback, 400, "The path must not contain . or .. segments.");
            } else if (!super.handle(request, response, callback)) {
                Response.writeError(request, response, callback, 404, "There is nothing at this path.");
            }
        } catch (Throwable failed) {
            LOG.error("a request failed outside the routes", failed);
            Response.writeError(request, response, callback, 500);
        } finally {
            MDC.remove(Traces.LOG_KEY);
        }
    }

    /**
     * True when a raw path has a segment {@code .} or {@code ..}, however the dots and slashes are encoded.
     *
     * <p>Clients resolve such segments before they send; what still carries one is an attempt to leave the place
     * that the route means.
     */
    private static boolean climbs(String rawPath) {
        if (!rawPath.contains(".") && !rawPath.contains("%2")) {
            return false;
        }
        String plain = rawPath.toLowerCase(Locale.ROOT)
                .replace("%2e", ".")
                .replace("%2f", "/")
                .replace("%5c", "/");
        for (String segment : plain.split("/")) {
            String name = segment.split(";", 2)[0];
            if (name.equals(".") || name.equals("..")) {
                return true;
            }
        }
        return false;
    }
}
