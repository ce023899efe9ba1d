package cms.platform.http.edge;

import jakarta.servlet.http.HttpServletRequest;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;

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

    /**
     * The same, asked of the network at this moment, for what answers slowly or bit by bit: only a look at it tells that the
     * other side has closed. By one thread, after the body was read.
     */
    public static boolean hasLeft(HttpServletRequest request) {
        EndPoint endPoint = ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
        return endPoint instanceof Left known ? known.hasLeft() : !endPoint.isOpen();
    }

    /** A connection that can be looked at while nobody reads from it. */
    interface Left {
        boolean hasLeft();
    }
}
