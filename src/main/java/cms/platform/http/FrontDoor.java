package cms.platform.http;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Sees every request first, on the thread that read it from the socket.
 *
 * <p>It answers from memory or returns false at once: no database, no disk, no lock that anybody holds for
 * long. Everything it leaves goes to a virtual thread and on to the routes.
 */
@FunctionalInterface
public interface FrontDoor {
    /** True when the answer has been (or is being) written and {@code callback} will be completed. */
    boolean answer(Request request, Response response, Callback callback);
}
