package cms.platform.http.edge;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.BiFunction;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Writes refusals of the server itself (bad request lines, huge headers) in the shape of every other error. */
public final class ServerErrors extends ErrorHandler {
    private static final String AMBIGUOUS =
            "The path can be read in two ways: send it without empty segments and without encoded slashes or dots.";

    private final Traces traces;
    private final Optional<HttpField> strictTransport;
    private final BiFunction<Integer, String, byte[]> body;

    /** @param body JSON of a refusal, by status and message */
    public ServerErrors(Traces traces, Optional<HttpField> strictTransport, BiFunction<Integer, String, byte[]> body) {
        this.traces = traces;
        this.strictTransport = strictTransport;
        this.body = body;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = status(response.getStatus());
        response.setStatus(status);
        traces.endBeforeRoutes(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json; charset=utf-8");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        strictTransport.ifPresent(response.getHeaders()::put);
        if (!response.getHeaders().contains(Traces.HEADER)) {
            // It never reached the front door: the rest of the connection cannot be trusted either.
            response.getHeaders()
                    .put(Traces.HEADER, traces.begin(request.getHeaders().get(Traces.HEADER)));
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        response.write(true, ByteBuffer.wrap(body.apply(status, message(request, status))), callback);
        return true;
    }

    @Override
    public boolean errorPageForMethod(String method) {
        return true;
    }

    /** Reports an unknown protocol version as the client's error (400). */
    private static int status(int proposed) {
        if (proposed == HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505 || proposed == HttpStatus.UPGRADE_REQUIRED_426) {
            return HttpStatus.BAD_REQUEST_400;
        }
        return proposed < 400 ? HttpStatus.INTERNAL_SERVER_ERROR_500 : proposed;
    }

    /**
     * Shows a message only for errors that this service raised or that describe the request, never for an internal
     * fault.
     */
    private static String message(Request request, int status) {
        Object message = request.getAttribute(ERROR_MESSAGE);
        boolean ours = status < 500 || status == HttpStatus.SERVICE_UNAVAILABLE_503;
        if (ours && message instanceof String text && !text.isBlank()) {
            return text.startsWith("Ambiguous") ? AMBIGUOUS : text;
        }
        return status >= 500 ? "Something went wrong on our side." : HttpStatus.getMessage(status);
    }
}
