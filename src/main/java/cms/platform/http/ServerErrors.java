package cms.platform.http;

import cms.platform.json.Json;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** What the server itself refuses (bad request lines, huge headers) in the shape of every other error. */
final class ServerErrors extends ErrorHandler {
    private final Traces traces;

    ServerErrors(Traces traces) {
        this.traces = traces;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = status(response.getStatus());
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json; charset=utf-8");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        if (!response.getHeaders().contains(Traces.HEADER)) {
            // It never reached the front door: the rest of the connection cannot be trusted either.
            response.getHeaders().put(Traces.HEADER, traces.begin(request.getHeaders().get(Traces.HEADER)));
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        byte[] body = Json.bytes(StatusTable.body(status, sentence(request, status)));
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }

    @Override
    public boolean errorPageForMethod(String method) {
        return true;
    }

    /** A protocol version that nobody speaks is the client's mistake, not ours. */
    private static int status(int proposed) {
        if (proposed == HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505 || proposed == HttpStatus.UPGRADE_REQUIRED_426) {
            return HttpStatus.BAD_REQUEST_400;
        }
        return proposed < 400 ? HttpStatus.INTERNAL_SERVER_ERROR_500 : proposed;
    }

    /** Messages stand only on errors that we raised ourselves or that describe the request, never on a fault. */
    private static String sentence(Request request, int status) {
        Object message = request.getAttribute(ERROR_MESSAGE);
        boolean ours = status < 500 || status == HttpStatus.SERVICE_UNAVAILABLE_503;
        if (ours && message instanceof String text && !text.isBlank()) {
            return text;
        }
        return status >= 500 ? "Something went wrong on our side." : HttpStatus.getMessage(status);
    }
}
