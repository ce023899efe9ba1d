package cms.platform.http.edge;

import jakarta.servlet.http.HttpServletRequest;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;

/** What is known of the connection below a request. */
public final class Connections {
    private Connections() {}

    /** Whether it was closed or cut off: nobody would hear an answer. A client that has only fallen silent is there. */
    public static boolean isGone(HttpServletRequest request) {
        return !ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint()
                .isOpen();
    }
}
