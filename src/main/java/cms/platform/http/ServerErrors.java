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
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus() < 400 ? 500 : response.getStatus();
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json; charset=utf-8");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        byte[] body = Json.bytes(StatusTable.body(status, HttpStatus.getMessage(status)));
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }

    @Override
    public boolean errorPageForMethod(String method) {
        return true;
    }
}
