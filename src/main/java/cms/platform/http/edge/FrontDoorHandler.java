package cms.platform.http.edge;

import cms.platform.door.FrontDoor;
import cms.platform.door.ServerExchange;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** The root of the server: front doors on the selector thread, everything else on a virtual thread each. */
public final class FrontDoorHandler extends Handler.Wrapper {
    private static final Logger LOG = LoggerFactory.getLogger("cms.request");

    private final List<FrontDoor> doors;
    private final Requests open;
    private final Admission admission;
    private final Traces traces;
    private final ClientAddress clientAddress;
    private final PathRules rules;

    /**
     * The rules that depend on the path of a request.
     *
     * @param always paths that are answered under any load
     * @param refusals headers of a refusal, by path and origin of the page that asks
     */
    public record PathRules(Set<String> always, BiFunction<String, @Nullable String, Map<String, String>> refusals) {}

    public FrontDoorHandler(
            List<FrontDoor> doors,
            Requests open,
            Admission admission,
            Traces traces,
            ClientAddress clientAddress,
            PathRules rules) {
        super(true);
        this.doors = List.copyOf(doors);
        this.open = open;
        this.admission = admission;
        this.traces = traces;
        this.clientAddress = clientAddress;
        this.rules = rules;
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
        if (rules.always().contains(request.getHttpURI().getPath())) {
            begin(request, response, callback, () -> {});
            return true;
        }
        Optional<Admission.Waiting> waiting = admission.await();
        if (waiting.isPresent()) {
            begin(request, response, callback, waiting.get()::end);
        } else {
            reject(request, response, callback);
        }
        return true;
    }

    /**
     * Starts a thread for a request; when none can be started, the request leaves the queue, which it would block for
     * ever.
     */
    private void begin(Request request, Response response, Callback callback, Runnable waitsNoMore) {
        open.begin();
        Callback counted = Callback.from(callback, open::end);
        boolean begun = false;
        try {
            Thread.ofVirtual().name("request").start(() -> {
                waitsNoMore.run();
                handOver(request, response, counted);
            });
            begun = true;
        } finally {
            if (!begun) {
                waitsNoMore.run();
                open.end();
            }
        }
    }

    /** Rejects a request on this thread, because working requests may use all processors for a while. */
    private void reject(Request request, Response response, Callback callback) {
        response.getHeaders().put("Retry-After", Admission.COME_BACK.toSeconds());
        response.getHeaders()
                .put(Traces.HEADER, traces.begin(request.getHeaders().get(Traces.HEADER)));
        unavailable(request, response, callback, Admission.SENTENCE);
    }

    private void unavailable(Request request, Response response, Callback callback, String message) {
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        rules.refusals()
                .apply(request.getHttpURI().getPath(), origin)
                .forEach((name, value) -> response.getHeaders().put(name, value));
        refuse(request, response, callback, 503, message);
    }

    /**
     * Writes an error like {@link Response#writeError}, but without closing the connection while a body is being sent:
     * its client would be reset and never see the answer.
     */
    private void refuse(Request request, Response response, Callback callback, int status, String message) {
        response.setStatus(status);
        Request error = new ErrorHandler.ErrorRequest(request, status, message, null);
        Callback end = UnreadBody.discardBefore(request, response, clientAddress.of(request), callback);
        try {
            request.getContext().getErrorHandler().handle(error, response, end);
        } catch (Exception failed) {
            end.failed(failed);
        }
    }

    private void handOver(Request request, Response response, Callback callback) {
        String id = traces.begin(request.getHeaders().get(Traces.HEADER));
        MDC.put(Traces.LOG_KEY, id);
        response.getHeaders().put(Traces.HEADER, id);
        try {
            if (open.isEnding()) {
                unavailable(request, response, callback, "The service is stopping; try again.");
            } else if (climbs(request.getHttpURI().getPath())) {
                refuse(request, response, callback, 400, "The path must not contain . or .. segments.");
            } else if (!super.handle(request, response, callback)) {
                Response.writeError(request, response, callback, 404, "There is nothing at this path.");
            }
        } catch (Throwable failed) {
            LOG.error("a request failed outside the routes", failed);
            Response.writeError(request, response, callback, 500);
        } finally {
            MDC.clear();
        }
    }

    /**
     * Whether a raw path has a segment {@code .} or {@code ..}, however the dots and slashes are encoded.
     *
     * <p>Clients resolve such segments before they send; a path that still has one is an attempt to leave the route's
     * place.
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
